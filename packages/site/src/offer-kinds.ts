import {
  readEvent,
  readEvents,
  readMasterclass,
  readMasterclasses,
  readMembership,
  readMemberships,
  readPaymentPage,
  readPaymentPages,
  readWebinar,
  readWebinars,
} from '@greenroom/contract/outside/public-read/public-read.endpoints'
import type { PricedType } from '@greenroom/contract/outside/public-read/public-read.schema'
import type { Offer } from './pages/offer-page.tsx'
import type { Site } from './site-context.ts'
import { timeText } from './site-text.ts'

/** What an offer's own page shows, without its price. */
type Shown = Omit<Offer, 'path' | 'price'> & { isFree: boolean }

/** A kind of what is offered. */
export interface OfferKind {
  /** The first part of its path. */
  word: string
  entityType: PricedType
  list:
    | typeof readMasterclasses
    | typeof readWebinars
    | typeof readEvents
    | typeof readMemberships
    | typeof readPaymentPages
  find(site: Site, id: string): Promise<Shown>
}

const none = { facts: [], closed: null, isFree: false }

export const offerKinds: OfferKind[] = [
  {
    word: 'masterclasses',
    entityType: 'masterclass',
    list: readMasterclasses,
    async find({ intake, timeZone, now }, id) {
      const one = await intake.call(readMasterclass, { params: { id } })
      const facts = [timeText(one.start_time, timeZone), one.host_name ?? ''].filter(Boolean)
      const closed = hasBegun(one, now())
      return { ...none, title: one.title, description: one.description, picture: one.banner, facts, closed }
    },
  },
  {
    word: 'webinars',
    entityType: 'events',
    list: readWebinars,
    async find({ intake, timeZone, now }, id) {
      const one = await intake.call(readWebinar, { params: { id } })
      const facts = [timeText(one.start_time, timeZone), one.host_name ?? '', 'Online'].filter(Boolean)
      return { ...shownSession(one, now()), facts }
    },
  },
  {
    word: 'events',
    entityType: 'events',
    list: readEvents,
    async find({ intake, timeZone, now }, id) {
      const one = await intake.call(readEvent, { params: { id } })
      const place = [one.location, one.city].filter(Boolean).join(', ')
      return {
        ...shownSession(one, now()),
        facts: [timeText(one.start_time, timeZone), place].filter(Boolean),
      }
    },
  },
  {
    word: 'memberships',
    entityType: 'membership',
    list: readMemberships,
    async find({ intake }, id) {
      const one = await intake.call(readMembership, { params: { id } })
      return { ...none, title: one.name, description: '', picture: one.banner }
    },
  },
  {
    word: 'pay',
    entityType: 'custom',
    list: readPaymentPages,
    async find({ intake }, id) {
      const one = await intake.call(readPaymentPage, { params: { id } })
      return { ...none, title: one.title, description: one.description, picture: one.banner }
    },
  },
]

function shownSession(
  one: {
    title: string
    description: string
    banner: Offer['picture']
    sold_out: boolean
    is_paid: boolean
    start_time: string
  },
  now: string,
) {
  return {
    title: one.title,
    description: one.description,
    picture: one.banner,
    closed: hasBegun(one, now) ?? (one.sold_out ? 'Sold out' : null),
    isFree: !one.is_paid,
  }
}

function hasBegun({ start_time }: { start_time: string }, now: string): string | null {
  return Date.parse(start_time) <= Date.parse(now) ? 'This session has begun.' : null
}
