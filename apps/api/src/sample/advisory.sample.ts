import type { LeadStatus } from '@greenroom/contract/lead-status'
import { type CloseReason, reasonStatuses } from '@greenroom/contract/people/advisory/advisory.schema'
import { newId } from '../platform/database/record-id.ts'
import {
  insertAdvisoryPeople,
  insertLeads,
  type SampleAdvisor,
  type SampleAdvisoryService,
  type SampleLead,
} from './sample.repository.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { createDraws, type Draws } from './sample-draws.ts'
import { kolkataTime } from './sample-time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** First name, last name, e-mail address, and services by name. The earliest to join comes first. */
const advisors: [string, string, string, string[]][] = [
  ['Radhika', 'Venkatesan', 'radhika.venkatesan@example.com', ['term', 'health']],
  ['Sandeep', 'Kapoor', 'sandeep.kapoor@example.com', ['term', 'claims']],
  ['Mehul', 'Desai', 'mehul.desai@example.net', ['retirement', 'goals']],
  ['Anupama', 'Krishnan', 'anupama.krishnan@example.com', ['health', 'claims']],
  ['Tarun', 'Bhattacharya', 'tarun.b@example.org', ['tax']],
  ['Gurpreet', 'Ahluwalia', 'gurpreet.a@example.com', ['term', 'retirement']],
  ['Shalini', 'Rajagopal', 'shalini.rajagopal@example.com', ['goals', 'tax']],
  ['Faisal', 'Merchant', 'faisal.merchant@example.net', ['health']],
  ['Ipsita', 'Mohapatra', 'ipsita.mohapatra@example.com', ['term', 'goals']],
  ['Vivek', 'Nambiar', 'vivek.nambiar@example.org', ['health', 'retirement']],
  ['Charulata', 'Joglekar', 'charulata.j@example.com', ['claims', 'tax']],
  ['Devansh', 'Khurana', 'devansh.khurana@example.com', []],
]

/** Times in minutes. The oldest comes first. */
const services = [
  { name: 'term', title: 'Term insurance: how much is enough', buffer: 10, slot: 30, share: 30 },
  { name: 'health', title: 'Health cover for the whole family', buffer: 15, slot: 45, share: 28 },
  { name: 'retirement', title: 'Retirement: a plan in one call', buffer: 15, slot: 60, share: 14 },
  { name: 'goals', title: 'Investing for your goals', buffer: 10, slot: 45, share: 14 },
  { name: 'tax', title: 'Tax planning for salaried people', buffer: 0, slot: 30, share: 9 },
  { name: 'claims', title: 'Help with an insurance claim', buffer: 5, slot: 20, share: 5 },
] as const
type ServiceName = (typeof services)[number]['name']

/** The statuses that led to a lead's last one, and how many of a hundred have it. The call is before the second. */
const courses: readonly (readonly [LeadStatus[], number])[] = [
  [['INSURANCE_CALL_SCHEDULED'], 6],
  [['INSURANCE_CALL_SCHEDULED', 'DID_NOT_JOIN_CALL'], 11],
  [['INSURANCE_CALL_SCHEDULED', 'DISCUSSION_COMPLETED'], 14],
  [['INSURANCE_CALL_SCHEDULED', 'DISCUSSION_COMPLETED', 'QUOTE_SENT_TO_CLIENT'], 13],
  [['INSURANCE_CALL_SCHEDULED', 'DISCUSSION_COMPLETED', 'QUOTE_SENT_TO_CLIENT', 'PAYMENT_LINK_SENT'], 8],
  [
    [
      'INSURANCE_CALL_SCHEDULED',
      'DISCUSSION_COMPLETED',
      'QUOTE_SENT_TO_CLIENT',
      'PAYMENT_LINK_SENT',
      'DOCUMENTS_PENDING',
    ],
    7,
  ],
  [
    [
      'INSURANCE_CALL_SCHEDULED',
      'DISCUSSION_COMPLETED',
      'QUOTE_SENT_TO_CLIENT',
      'PAYMENT_LINK_SENT',
      'DOCUMENTS_PENDING',
      'CLOSED_WON',
    ],
    9,
  ],
  [
    [
      'INSURANCE_CALL_SCHEDULED',
      'DISCUSSION_COMPLETED',
      'QUOTE_SENT_TO_CLIENT',
      'PAYMENT_LINK_SENT',
      'CLOSED_WON',
    ],
    4,
  ],
  [['INSURANCE_CALL_SCHEDULED', 'DISCUSSION_COMPLETED', 'QUOTE_SENT_TO_CLIENT', 'CLOSED_LOST'], 9],
  [['INSURANCE_CALL_SCHEDULED', 'DISCUSSION_COMPLETED', 'NOT_QUALIFIED'], 7],
  [['INSURANCE_CALL_SCHEDULED', 'DID_NOT_JOIN_CALL', 'DEFERRED'], 5],
  [['INSURANCE_CALL_SCHEDULED', 'DEFERRED'], 2],
  [['INSURANCE_CALL_SCHEDULED', 'DID_NOT_JOIN_CALL', 'CANCELLED'], 5],
]

/** The same for a call in the future. */
const coursesBefore: readonly (readonly [LeadStatus[], number])[] = [
  [['INSURANCE_CALL_SCHEDULED'], 20],
  [['INSURANCE_CALL_SCHEDULED', 'DEFERRED'], 2],
  [['INSURANCE_CALL_SCHEDULED', 'CANCELLED'], 2],
]

const origins: readonly (readonly [Record<string, string>, number])[] = [
  [
    {
      utm_source: 'google',
      utm_medium: 'cpc',
      utm_campaign: 'term-cover-search',
      utm_term: 'term insurance',
    },
    18,
  ],
  [{ utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'brand-search' }, 9],
  [
    { utm_source: 'meta', utm_medium: 'paid_social', utm_campaign: 'family-health', utm_content: 'reel-02' },
    20,
  ],
  [{ utm_source: 'meta', utm_medium: 'story', utm_campaign: 'retire-early' }, 9],
  [{ utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'monthly-letter' }, 13],
  [{ utm_source: 'whatsapp', utm_medium: 'referral' }, 12],
  [
    {
      utm_source: 'webinar',
      utm_medium: 'chat',
      utm_campaign: 'claims-without-tears',
      utm_content: 'last-slide',
    },
    8,
  ],
  [{}, 11],
]

/** Why leads were closed: the reason, a note if staff wrote one, and how many of a hundred closed leads have it. */
const closings: readonly (readonly [{ reason: CloseReason; note?: string } | null, number])[] = [
  [{ reason: 'price', note: 'Asked for half the premium.' }, 10],
  [{ reason: 'price' }, 14],
  [{ reason: 'elsewhere', note: "Took the employer's group cover." }, 10],
  [{ reason: 'elsewhere' }, 8],
  [{ reason: 'no-answer', note: 'Called three times, on three days.' }, 12],
  [{ reason: 'no-answer' }, 10],
  [{ reason: 'not-eligible', note: 'Waiting period after an operation.' }, 8],
  [{ reason: 'no-need' }, 8],
  [{ reason: 'duplicate' }, 4],
  [null, 16],
]

const upcoming = 24
const past = 152
/** How far back bookings go, in days. */
const reach = 110

/**
 * Adds advisory services, advisors (one without a service) and leads: upcoming calls, and those of the last 110 days
 * in every status, more of them recent. Some have no advisor yet.
 */
async function addAdvisory(context: SampleContext): Promise<SampleCounts> {
  const { db, now } = context
  const draws = createDraws(7_114)
  const servicesByName = new Map<ServiceName, SampleAdvisoryService>(
    services.map(({ name, title, buffer, slot }, index) => {
      const made = kolkataTime(now, -240 + index * 14, '12:10')
      const times = { buffer_time: buffer * 60, slot_time: slot * 60, created_at: made, updated_at: made }
      return [name, { id: newId(), service_name: title, ...times }]
    }),
  )
  const people = advisors.map(([first_name, last_name, email, names], index) => {
    const joined = kolkataTime(now, -4 - (advisors.length - 1 - index) * 17, '10:35')
    const advisor: SampleAdvisor = {
      id: newId(),
      first_name,
      last_name,
      email,
      created_at: joined,
      updated_at: joined,
    }
    return { advisor, names }
  })
  await insertAdvisoryPeople(db, {
    services: [...servicesByName.values()],
    advisors: people.map(({ advisor }) => advisor),
    links: people.flatMap(({ advisor, names }) =>
      names.map((name) => ({
        advisor_id: advisor.id,
        service_id: servicesByName.get(name as ServiceName)?.id ?? '',
      })),
    ),
  })

  const advisorsOf = (name: ServiceName) =>
    people.filter(({ names }) => names.includes(name)).map(({ advisor }) => advisor)
  const wanted = draws.mixed(
    upcoming + past,
    services.map(({ name, share }) => [name, share] as const),
  )
  const metas = draws.mixed(upcoming + past, origins)
  const spans = [...upcomingSpans(draws, now), ...pastSpans(draws, now)]
  const closed = createDraws(7_115).mixed(upcoming + past, closings)
  const leads = spans.map(({ created, start, course }, index): SampleLead => {
    const name = wanted[index] ?? 'term'
    const user = draws.pick(context.users.filter((one) => one.created_at < created))
    const history = historyOf(course, { created, start, now }, draws)
    const status = course.at(-1) ?? 'INSURANCE_CALL_SCHEDULED'
    // A call that took place had an advisor.
    const mayLackAdvisor = course.length === 1 || !course.includes('DISCUSSION_COMPLETED')
    const lacksAdvisor = mayLackAdvisor && draws.fraction() < 0.3
    const able = advisorsOf(name).filter((advisor) => advisor.created_at < created)
    return {
      id: newId(),
      reference_record_id: '',
      status,
      status_history: JSON.stringify(history),
      start_time: start,
      created_at: created,
      updated_at: new Date(history.at(-1)?.time ?? created),
      version: history.length,
      close_reason: (reasonStatuses.includes(status) && closed[index]?.reason) || null,
      close_note: (reasonStatuses.includes(status) && closed[index]?.note) || null,
      meta: JSON.stringify(metas[index] ?? {}),
      service_id: servicesByName.get(name)?.id ?? '',
      advisor_id: lacksAdvisor ? null : draws.pick(able.length > 0 ? able : advisorsOf(name)).id,
      user_id: user.id,
      user_first_name: user.first_name,
      user_last_name: user.last_name,
      user_email: user.email,
      user_phone: user.phone,
    }
  })
  leads.sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
  await insertLeads(
    db,
    leads.map((lead, index) => ({ ...lead, reference_record_id: `CRM-${String(41_206 + index * 3)}` })),
  )
  return { leads: leads.length }
}

export const advisorySample: SampleSection = { add: addAdvisory }

interface Span {
  created: Date
  start: Date
  course: LeadStatus[]
}

/** Calls of the next nine days, booked in the last four. */
function upcomingSpans(draws: Draws, now: Date): Span[] {
  return draws.mixed(upcoming, coursesBefore).map((course, index) => {
    const created = new Date(now.getTime() - (0.03 + (index / upcoming) * 3.6 + draws.fraction() * 0.1) * day)
    return { created: awake(created, now), start: callTime(now, 1 + (index % 9), draws), course }
  })
}

/** Past calls; the older, the fewer. */
function pastSpans(draws: Draws, now: Date): Span[] {
  return draws.mixed(past, courses).map((course, index) => {
    const age = 3 + ((index + draws.fraction()) / past) ** 1.5 * (reach - 3)
    const created = awake(new Date(now.getTime() - age * day), now)
    const daysUntil = 1 + Math.floor(draws.fraction() * Math.min(5, age - 2))
    const bookedDay = Math.round(
      (kolkataTime(created, 0, '00:00').getTime() - kolkataTime(now, 0, '00:00').getTime()) / day,
    )
    return { created, start: callTime(now, Math.min(bookedDay + daysUntil, -1), draws), course }
  })
}

/** A call on a half hour of the working day. */
function callTime(now: Date, days: number, draws: Draws): Date {
  const halfHours = Math.floor(draws.fraction() * 18)
  return new Date(kolkataTime(now, days, '10:00').getTime() + halfHours * 30 * minute)
}

/** The same day at a plausible booking hour, unless that is in the future. */
function awake(moment: Date, now: Date): Date {
  const passed = (moment.getTime() - kolkataTime(moment, 0, '00:00').getTime()) / day
  const shifted = new Date(Math.floor(kolkataTime(moment, 0, '08:00').getTime() + passed * 15 * hour))
  return shifted < now ? shifted : moment
}

/** One history entry for each status: the first at the booking, the last before now. */
function historyOf(
  course: LeadStatus[],
  { created, start, now }: { created: Date; start: Date; now: Date },
  draws: Draws,
): { status: LeadStatus; time: string }[] {
  const isBefore = start >= now
  // A status after the call starts with it; a call is postponed or cancelled before it.
  const from = isBefore ? created.getTime() : start.getTime() + 25 * minute
  const left = now.getTime() - from
  const steps = course.length - 1
  const usual = steps * 1.4 * day
  const reached = isBefore ? left * 0.8 : Math.min(left * 0.9, usual)
  return course.map((status, place) => {
    if (place === 0) return { status, time: created.toISOString() }
    const part = (place - 1 + 0.1 + draws.fraction() * 0.8) / steps
    return { status, time: new Date(Math.floor(from + reached * part)).toISOString() }
  })
}
