import type { CurrencyCode } from '../../money.ts'

/** The members of a session that its registered people know. */
export interface KnownSession {
  title: string
  start_time: string | null
  end_time: string | null
  /** Empty for a session without a place. */
  location: string
  city: string
  google_map_location: string
  /** Null for an event. */
  zoom_hub_name: string | null
  creator_id: string | null
  is_active: boolean
  /** Empty for a free session. */
  prices: readonly { currency_code: CurrencyCode; current_price: number }[]
  /** The community links that are active. */
  links: readonly { name: string; url: string }[]
}

const noticedKinds = [
  'time',
  'account',
  'venue',
  'title',
  'creator',
  'price',
  'links',
  'hidden',
  'shown',
] as const
type NoticedChange = (typeof noticedKinds)[number]

/** Returns what the registered people of a session notice of an edit, the most important first (OQ-514). */
export function noticedChanges(before: KnownSession, after: KnownSession): NoticedChange[] {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const moment = (iso: string | null) => (iso === null ? null : Date.parse(iso))
  const pricesOf = ({ prices }: KnownSession) =>
    prices.map(({ currency_code, current_price }) => `${currency_code} ${current_price}`).sort()
  const linksOf = ({ links }: KnownSession) => links.map(({ name, url }) => [name, url])
  const changed: Record<NoticedChange, boolean> = {
    time:
      moment(before.start_time) !== moment(after.start_time) ||
      moment(before.end_time) !== moment(after.end_time),
    account: before.zoom_hub_name !== after.zoom_hub_name,
    venue:
      before.location.trim() !== after.location.trim() ||
      before.city.trim() !== after.city.trim() ||
      before.google_map_location.trim() !== after.google_map_location.trim(),
    title: before.title !== after.title,
    creator: before.creator_id !== after.creator_id,
    price: !isSame(pricesOf(before), pricesOf(after)),
    links: !isSame(linksOf(before), linksOf(after)),
    hidden: before.is_active && !after.is_active,
    shown: !before.is_active && after.is_active,
  }
  return noticedKinds.filter((kind) => changed[kind])
}
