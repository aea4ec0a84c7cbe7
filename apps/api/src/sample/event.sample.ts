import type { CurrencyCode } from '@greenroom/contract/money'
import type { Event, EventPrice } from '@greenroom/contract/sessions/event/event.schema'
import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { type EventValues, insertEvent, updateEvent } from '../modules/sessions/event/event.repository.ts'
import { newId } from '../platform/database/record-id.ts'
import { addMeeting } from './meeting.sample.ts'
import type { Motif } from './pictures/draw-picture.ts'
import type { PictureOrder } from './pictures/prepare-pictures.ts'
import type { PublishedSession } from './prepared-meetings.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { type ClassTime, classSpan, kolkataTime } from './sample-time.ts'

/** Whole rupees or dollars. */
interface SamplePrice {
  original?: number
  current: number
  member?: number
  guest?: number
}

interface EventSample extends ClassTime {
  name: string
  title: string
  description: string
  /** Null for one without a banner. */
  motif: Motif | null
  ticketMotif?: Motif
  postEventMotif?: Motif
  /** Null for unlimited tickets. */
  tickets: number | null
  sold: number
  /** Both are absent for a free one. */
  inr?: SamplePrice
  usd?: SamplePrice
  membersOnly?: boolean
  isSoldOut?: boolean
  isHidden?: boolean
  isUnpublished?: boolean
  /** Discount for referred guests, in whole rupees. */
  referral?: number
  discount?: { percentage?: number; coins?: number }
}

interface OfflineSample extends EventSample {
  venue: string
  city: keyof typeof stateOfCity
}

/** GST codes of the States where the sample's events are held. */
const stateOfCity = {
  Ahmedabad: '24',
  Bengaluru: '29',
  Chennai: '33',
  Guwahati: '18',
  Hyderabad: '36',
  Indore: '23',
  Jaipur: '08',
  Kochi: '32',
  Kolkata: '19',
  Lucknow: '09',
  Mumbai: '27',
  'New Delhi': '07',
  Pune: '27',
} as const

interface WebinarSample extends EventSample {
  account: MeetingAccount
}

/** Offline events: upcoming, then past. */
const offlineEvents: OfflineSample[] = [
  {
    name: 'pune-investors',
    title: 'Investors meet: Pune',
    description:
      'Two hours of short talks by people who invest their own salary, and an hour of tea to ask them anything. Bring one question about your own portfolio. No products are sold in the hall.',
    motif: 'stage',
    ticketMotif: 'ticket',
    venue: 'ICC Trade Tower, Senapati Bapat Road',
    city: 'Pune',
    day: 6,
    evening: '18:30',
    morning: '10:30',
    minutes: 180,
    tickets: 180,
    sold: 131,
    inr: { original: 1_499, current: 799, member: 499, guest: 999 },
    referral: 100,
    discount: { percentage: 10, coins: 200 },
  },
  {
    name: 'bengaluru-founders',
    title: 'Money for founders: salary, equity and tax in the first three years',
    description:
      'Founders pay everybody before themselves. Two chartered accountants and a founder who sold her company talk through salary, sweat equity and the tax on both. Seats are few so that each question gets an answer.',
    motif: 'skyline',
    venue: 'Bangalore International Centre, Domlur',
    city: 'Bengaluru',
    day: 14,
    evening: '19:00',
    morning: '11:00',
    minutes: 150,
    tickets: 60,
    sold: 60,
    isSoldOut: true,
    inr: { original: 2_499, current: 1_999, guest: 2_499 },
    usd: { original: 35, current: 25 },
  },
  {
    name: 'delhi-open-house',
    title: 'Open house: ask a tax adviser',
    description:
      'Walk in with your papers and walk out with an answer. Six advisers sit at six tables, each for one subject. Entry is free; please register so that there are chairs.',
    motif: 'tables',
    venue: 'India Habitat Centre, Lodhi Road',
    city: 'New Delhi',
    day: 19,
    evening: '18:00',
    morning: '10:00',
    minutes: 240,
    tickets: null,
    sold: 214,
  },
  {
    name: 'kochi-members',
    title: 'Members’ evening by the water',
    description:
      'An evening for members and the person who shares their accounts. A short talk about joint goals, then dinner. Vegetarian and fish.',
    motif: 'lamps',
    venue: 'Bolgatty Palace, Mulavukad',
    city: 'Kochi',
    day: 21,
    evening: '19:30',
    morning: '11:30',
    minutes: 180,
    tickets: 80,
    sold: 37,
    membersOnly: true,
    inr: { current: 1_200, member: 900 },
  },
  {
    name: 'hyderabad-workshop',
    title: 'Spreadsheet workshop: your money on one page',
    description:
      'Bring a laptop. In half a day you build the one sheet that shows what you own, owe, earn and spend. It stays with you and needs ten minutes a month.',
    motif: 'tiles',
    venue: 'T-Hub, Knowledge City',
    city: 'Hyderabad',
    day: 28,
    evening: '18:00',
    morning: '10:00',
    minutes: 240,
    tickets: 45,
    sold: 12,
    isUnpublished: true,
    inr: { original: 1_999, current: 1_499 },
    discount: { percentage: 15 },
  },
  {
    name: 'chennai-families',
    title: 'Family finance day',
    description:
      'Parents talk about school fees while children count coins next door. Three sessions, two age groups and one lunch. Grandparents come free.',
    motif: 'house',
    venue: 'Music Academy, TTK Road',
    city: 'Chennai',
    day: 35,
    evening: '18:00',
    morning: '10:00',
    minutes: 300,
    tickets: 250,
    sold: 88,
    inr: { original: 999, current: 599, guest: 399 },
    discount: { coins: 500 },
  },
  {
    name: 'jaipur-gold',
    title: 'Gold after hours: a jeweller and an investor',
    description:
      'The same ten grams, seen from two sides of the counter. Purity, making charges and what comes back when you sell. In Hindi and English.',
    motif: 'ingots',
    venue: 'Jawahar Kala Kendra, Jhalana',
    city: 'Jaipur',
    day: 42,
    evening: '18:30',
    morning: '11:00',
    minutes: 120,
    tickets: 100,
    sold: 4,
    isHidden: true,
    inr: { current: 499 },
  },

  {
    name: 'mumbai-budget-night',
    title: 'Market night: the quarter in nine charts',
    description:
      'Nine charts, five minutes each, and then the floor is yours. We looked at earnings, rates and the rupee. The charts went to everyone who came.',
    motif: 'candlesticks',
    postEventMotif: 'cups',
    venue: 'NCPA, Nariman Point',
    city: 'Mumbai',
    day: -2,
    evening: '19:30',
    morning: '11:00',
    minutes: 120,
    tickets: 220,
    sold: 198,
    inr: { original: 1_499, current: 999, member: 699 },
    usd: { current: 15 },
  },
  {
    name: 'kolkata-adda',
    title: 'Money adda: tea, savings and strong opinions',
    description:
      'No stage and no slides: eight tables, one host at each, and a bell every twenty minutes. People stayed until the cups were gone.',
    motif: 'cups',
    postEventMotif: 'tables',
    venue: 'ICCR, Ho Chi Minh Sarani',
    city: 'Kolkata',
    day: -8,
    evening: '18:00',
    morning: '11:00',
    minutes: 150,
    tickets: null,
    sold: 96,
  },
  {
    name: 'ahmedabad-traders',
    title: 'Traders’ table: risk before return',
    description:
      'A closed round for people who trade for a living. Position size, drawdowns and the days when one should not trade at all. Every chair was taken.',
    motif: 'shield',
    venue: 'Ahmedabad Management Association, Vastrapur',
    city: 'Ahmedabad',
    day: -20,
    evening: '18:30',
    morning: '10:30',
    minutes: 180,
    tickets: 40,
    sold: 40,
    isSoldOut: true,
    inr: { original: 3_999, current: 2_999, guest: 3_499 },
    usd: { original: 55, current: 39 },
    referral: 300,
  },
  {
    name: 'guwahati-students',
    title: 'First bank account: a morning for students',
    description:
      'Accounts, UPI and the fraud that comes with both. Third-year students asked the best questions. Free for anyone with a college card.',
    motif: 'bank',
    venue: 'Srimanta Sankaradeva Kalakshetra, Panjabari',
    city: 'Guwahati',
    day: -30,
    evening: '18:00',
    morning: '10:00',
    minutes: 120,
    tickets: 300,
    sold: 163,
  },
  {
    name: 'lucknow-members',
    title: 'Members’ breakfast',
    description:
      'One table, twelve members and an economist who answers between two parathas. Held before office hours, so nobody was late for work.',
    motif: 'lamps',
    venue: 'Indira Gandhi Pratishthan, Gomti Nagar',
    city: 'Lucknow',
    day: -57,
    evening: '18:00',
    morning: '10:00',
    minutes: 90,
    tickets: 12,
    sold: 11,
    membersOnly: true,
    inr: { current: 750, member: 500 },
  },
  {
    name: 'indore-workshop',
    title: 'Small shop, clean books',
    description:
      'Shopkeepers sorted a month of bills into three piles and learned what each is for. GST returns came last and hurt least.',
    motif: 'form',
    venue: 'Brilliant Convention Centre, Vijay Nagar',
    city: 'Indore',
    day: -88,
    evening: '18:30',
    morning: '11:00',
    minutes: 180,
    tickets: 90,
    sold: 52,
    isHidden: true,
    inr: { original: 799, current: 399 },
    discount: { percentage: 12.5 },
  },
]

/**
 * Webinars: upcoming, drafts, past. Their days are free of masterclasses, except that the draft `emergency-fund` is
 * on the account and at the time of the published masterclass `first-salary`.
 */
const webinars: WebinarSample[] = [
  {
    name: 'fact-sheet',
    title: 'How to read a mutual fund fact sheet',
    description:
      'A fact sheet has forty numbers, and six of them matter. We read three of them live and compare what the front page says with what the tables say.',
    motif: 'screen',
    account: 'zoom_1',
    day: 1,
    evening: '19:00',
    morning: '10:30',
    minutes: 60,
    tickets: 500,
    sold: 342,
    inr: { original: 499, current: 249, member: 99 },
    usd: { original: 9, current: 5 },
  },
  {
    name: 'rate-decision',
    title: 'What the rate decision means for your loan and your deposit',
    description:
      'Rates moved, or they did not: both change something for you. An hour on EMIs, fixed deposits and debt funds, with questions from the first minute.',
    motif: 'waves',
    account: 'zoom_4',
    day: 4,
    evening: '20:00',
    morning: '11:00',
    minutes: 60,
    tickets: null,
    sold: 1_187,
  },
  {
    name: 'sell-rules',
    title: 'When to sell a share',
    description:
      'Buying has a thousand books and selling has almost none. Four written rules, tested on the portfolios of three participants who volunteered.',
    motif: 'scales',
    ticketMotif: 'ticket',
    account: 'zoom_1',
    day: 6,
    evening: '18:30',
    morning: '10:00',
    minutes: 75,
    tickets: 150,
    sold: 150,
    isSoldOut: true,
    inr: { original: 999, current: 699, guest: 899 },
    usd: { current: 12 },
    referral: 50,
  },
  {
    name: 'members-portfolio',
    title: 'Members’ portfolio hour',
    description:
      'Once a month we take apart one member’s portfolio, names removed. What overlaps, what costs too much and what may simply stay.',
    motif: 'slices',
    account: 'zoom_4',
    day: 10,
    evening: '19:30',
    morning: '11:30',
    minutes: 60,
    tickets: 200,
    sold: 74,
    membersOnly: true,
  },
  {
    name: 'term-cover',
    title: 'Term insurance in plain words',
    description:
      'How much, until what age and with which riders: three decisions, one evening. We fill a proposal form together so that no claim fails on a tick.',
    motif: 'umbrella',
    account: 'zoom_1',
    day: 16,
    evening: '19:00',
    morning: '10:30',
    minutes: 75,
    tickets: 300,
    sold: 58,
    inr: { original: 399, current: 199 },
    discount: { percentage: 20, coins: 100 },
  },
  {
    name: 'quiet-year',
    title: 'Reviewing a quiet year',
    description:
      'Nothing went wrong and nothing went right: a good year to rebalance. A checklist of eleven points for the last week of any year.',
    motif: 'rings',
    account: 'zoom_4',
    day: 29,
    evening: '18:30',
    morning: '11:00',
    minutes: 60,
    tickets: null,
    sold: 23,
    isHidden: true,
    inr: { current: 149 },
  },

  {
    name: 'emergency-fund',
    title: 'An emergency fund that earns its keep',
    description:
      'Six months of expenses need not sleep in a savings account. Sweep deposits, liquid funds and the order in which to empty them.',
    motif: 'hourglass',
    account: 'zoom_4',
    isUnpublished: true,
    day: 3,
    evening: '20:30',
    morning: '11:30',
    minutes: 60,
    tickets: 400,
    sold: 0,
    inr: { original: 299, current: 149 },
  },
  {
    name: 'ipo-notes',
    title: 'Reading an IPO prospectus in one hour',
    description:
      'Four hundred pages, of which twenty decide. Promoters, use of the money, related parties and the risks that are not boilerplate.',
    motif: 'form',
    account: 'zoom_1',
    isUnpublished: true,
    day: 8,
    evening: '19:00',
    morning: '10:00',
    minutes: 75,
    tickets: 250,
    sold: 0,
    inr: { original: 799, current: 499, member: 299 },
    usd: { original: 12, current: 8 },
  },
  {
    name: 'rent-receipts',
    title: 'House rent allowance without tears',
    description:
      'Receipts, agreements and the landlord who has no PAN. What your employer may ask and what you may claim when you live with your parents.',
    motif: 'tiles',
    account: 'zoom_4',
    isUnpublished: true,
    day: 12,
    evening: '18:30',
    morning: '11:00',
    minutes: 45,
    tickets: null,
    sold: 0,
  },
  {
    name: 'women-invest',
    title: 'Her money: accounts in her own name',
    description:
      'Nomination, joint holding and a salary that lands where it should. Hosted by two advisers who left banking to say this aloud.',
    motif: 'seedling',
    account: 'zoom_1',
    isUnpublished: true,
    day: 17,
    evening: '20:00',
    morning: '10:30',
    minutes: 60,
    tickets: 500,
    sold: 0,
    discount: { coins: 50 },
  },
  {
    name: 'members-macro',
    title: 'Members’ briefing: the world in an hour',
    description:
      'Oil, the dollar and two elections, and why your SIP should not care. Slides are sent to members the day before.',
    motif: 'compass',
    account: 'zoom_4',
    isUnpublished: true,
    day: 22,
    evening: '19:30',
    morning: '11:00',
    minutes: 60,
    tickets: 100,
    sold: 0,
    membersOnly: true,
    inr: { current: 299, member: 99 },
  },
  {
    name: 'capital-gains-property',
    title: 'Selling a flat: tax, timing and the new home',
    description:
      'Indexation is gone for some and not for others. Work out the gain, the exemption and the deadlines for a sale of your own.',
    motif: null,
    account: 'zoom_1',
    isUnpublished: true,
    isHidden: true,
    day: 33,
    evening: '19:00',
    morning: '10:30',
    minutes: 90,
    tickets: 120,
    sold: 0,
    inr: { original: 1_299, current: 899 },
    usd: { original: 19, current: 14 },
  },

  {
    name: 'fraud-calls',
    title: 'The call from “your bank”',
    description:
      'We played six real recordings and stopped each at the moment where it turned. Screens, OTPs and what to do in the first hour after.',
    motif: 'umbrella',
    postEventMotif: 'screen',
    account: 'zoom_4',
    day: -3,
    evening: '19:00',
    morning: '11:00',
    minutes: 60,
    tickets: null,
    sold: 2_310,
  },
  {
    name: 'etf-basics',
    title: 'ETFs: price, value and the gap between',
    description:
      'An ETF may trade away from what it holds. Spreads, market makers and the five minutes of the day to avoid.',
    motif: 'steps',
    account: 'zoom_1',
    day: -9,
    evening: '18:30',
    morning: '10:30',
    minutes: 60,
    tickets: 300,
    sold: 171,
    inr: { original: 499, current: 299 },
  },
  {
    name: 'advance-tax',
    title: 'Advance tax before the fifteenth',
    description:
      'Four instalments, one calculator and the interest that you save. Freelancers stayed on for another hour.',
    motif: 'hourglass',
    account: 'zoom_4',
    day: -15,
    evening: '20:00',
    morning: '11:30',
    minutes: 60,
    tickets: 200,
    sold: 200,
    isSoldOut: true,
    inr: { original: 599, current: 399, guest: 499 },
    usd: { current: 7 },
    referral: 50,
  },
  {
    name: 'members-questions',
    title: 'Members’ questions, answered in order',
    description:
      'Forty-one questions in ninety minutes. The list with short answers is in the members’ library.',
    motif: 'tables',
    account: 'zoom_1',
    day: -27,
    evening: '19:30',
    morning: '10:00',
    minutes: 90,
    tickets: 150,
    sold: 68,
    membersOnly: true,
  },
  {
    name: 'retire-early',
    title: 'Retire at 45? Do the sums first',
    description:
      'Withdrawal rates were made for another country. We ran Indian inflation through three plans, and one of them held.',
    motif: 'peaks',
    account: 'zoom_4',
    day: -45,
    evening: '19:00',
    morning: '11:00',
    minutes: 90,
    tickets: 400,
    sold: 286,
    isHidden: true,
    inr: { original: 799, current: 499, member: 249 },
    usd: { original: 12, current: 8 },
  },
  {
    name: 'sgb-window',
    title: 'Sovereign gold bonds: the last window',
    description:
      'Planned when a window was expected, and never published, because none came. Kept for its notes on early redemption.',
    motif: 'ingots',
    account: 'zoom_1',
    isUnpublished: true,
    day: -66,
    evening: '18:30',
    morning: '10:30',
    minutes: 45,
    tickets: 100,
    sold: 0,
    inr: { current: 99 },
  },
]

/** The images to draw. */
const eventPictures: PictureOrder[] = [...offlineEvents, ...webinars].flatMap((sample) =>
  (
    [
      ['banner', sample.motif],
      ['ticket', sample.ticketMotif],
      ['post-event', sample.postEventMotif],
    ] as const
  ).flatMap(([use, motif]) =>
    motif ? [{ name: pictureOf(sample, use), motif, format: 'jpeg' as const }] : [],
  ),
)

/** The webinars that need a meeting, relative to `now`. */
export function publishedWebinars(now: Date): PublishedSession[] {
  return webinars
    .filter((sample) => !sample.isUnpublished)
    .map((sample) => {
      const { account, title } = sample
      return { name: nameOf(sample), account, title, ...classSpan(now, sample) }
    })
}

/** Adds events and webinars with their images, and the meetings of the published webinars. */
async function addEvents(context: SampleContext): Promise<SampleCounts> {
  for (const [index, sample] of offlineEvents.entries()) {
    await addEvent(context, sample, index, {
      event_type: 'OFFLINE',
      location: sample.venue,
      city: sample.city,
      venue_state: stateOfCity[sample.city],
      google_map_location: mapLink(`${sample.venue}, ${sample.city}`),
      zoom_hub_name: null,
      creator_id: null,
    })
  }
  for (const [index, sample] of webinars.entries()) {
    const creator = context.creators[(index * 7 + 2) % context.creators.length]
    if (!creator) throw new TypeError('Webinars need creators.')
    const id = await addEvent(context, sample, index, {
      event_type: 'ONLINE',
      location: '',
      city: '',
      venue_state: null,
      google_map_location: '',
      zoom_hub_name: sample.account,
      creator_id: creator.id,
    })
    if (!sample.isUnpublished)
      await addMeeting(context, { name: nameOf(sample), ownerId: id, kind: 'webinar' })
  }
  return { events: offlineEvents.length + webinars.length }
}

export const eventSample: SampleSection = { pictures: eventPictures, add: addEvents }

type KindValues = Pick<
  EventValues,
  'event_type' | 'location' | 'city' | 'venue_state' | 'google_map_location' | 'zoom_hub_name' | 'creator_id'
>

async function addEvent(
  { db, now, eventIds, keepPicture }: SampleContext,
  sample: EventSample,
  index: number,
  kind: KindValues,
): Promise<string> {
  const id = newId()
  const picture = async (use: PictureUse, motif: Motif | null | undefined) =>
    motif ? await keepPicture(pictureOf(sample, use), id) : null
  const { start, end } = classSpan(now, sample)
  // Announced about three weeks ahead, and always before now.
  const announced = Math.min(sample.day - 21, -5) - (index % 4)
  await insertEvent(db, {
    id,
    now: kolkataTime(now, announced, '13:10'),
    values: {
      ...kind,
      title: sample.title,
      description: sample.description,
      banner_key: await picture('banner', sample.motif),
      ticket_banner_key: await picture('ticket', sample.ticketMotif),
      post_event_banner_key: await picture('post-event', sample.postEventMotif),
      start_time: start,
      end_time: end,
      member_only: sample.membersOnly ?? false,
      is_unlimited_tickets: sample.tickets === null,
      total_tickets: sample.tickets,
      total_tickets_sold: sample.sold,
      sold_out: sample.isSoldOut ?? false,
      is_paid: sample.inr !== undefined,
      is_active: true,
      is_published: kind.event_type === 'OFFLINE',
      prices: [...storedPrice('INR', sample.inr), ...storedPrice('USD', sample.usd)],
      referral_discount: sample.referral ? [{ currency_code: 'INR', price: sample.referral * 100 }] : [],
      discount_percentage: sample.discount?.percentage ?? null,
      discount_coins: sample.discount?.coins ?? null,
    },
  })
  const changes = changesSince(kind.event_type, sample)
  if (changes) await updateEvent(db, id, { ...changes, now: kolkataTime(now, announced + 2, '16:05') })
  eventIds.set(sample.name, id)
  return id
}

/** What staff did after creating it: published a webinar, or hid or withdrew one. */
function changesSince(type: Event['event_type'], { isUnpublished, isHidden }: EventSample) {
  const isPublished = !isUnpublished
  const changesPublished = isPublished !== (type === 'OFFLINE')
  if (!changesPublished && !isHidden) return null
  return { is_published: isPublished, is_active: !isHidden }
}

function storedPrice(currency_code: CurrencyCode, price: SamplePrice | undefined): EventPrice[] {
  if (!price) return []
  const minor = (amount: number | undefined) => (amount === undefined ? null : amount * 100)
  return [
    {
      currency_code,
      original_price: minor(price.original),
      current_price: price.current * 100,
      member_price: minor(price.member),
      guest_price: minor(price.guest),
    },
  ]
}

function mapLink(place: string): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
}

type PictureUse = 'banner' | 'ticket' | 'post-event'

function pictureOf(sample: EventSample, use: PictureUse): string {
  return `${nameOf(sample)}/${use}`
}

function nameOf({ name }: EventSample): string {
  return `event/${name}`
}
