import type { PublicBanner, PublicEvent } from '@greenroom/contract/outside/public-read/public-read.schema'
import type { Seats } from '@greenroom/contract/sessions/event/event-seats.rules'
import type { CommunityLink } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../platform/database/database.ts'
import type { PriceColumns } from '../../../platform/database/price-columns.ts'
import { type ListOrder, type Page, type Placed, pageOf, placeIn } from './list-order.repository.ts'

/** What a list shows: a page, or the one record with an id. */
export type Shown = Page | { id: string }

interface SessionRow {
  id: string
  title: string
  description: string
  banner_key: string | null
  start_time: Date
  end_time: Date
  host_id: string | null
  host_name: string | null
  updated_at: Date
}

export type MasterclassRow = SessionRow &
  PriceColumns & { attendance_type: 'hybrid' | 'virtual' | 'in-person'; links: CommunityLink[] }

export type EventRow = SessionRow & {
  ticket_banner_key: string | null
  location: string
  city: string
  google_map_location: string
  member_only: boolean
  is_paid: boolean
  prices: PublicEvent['prices']
} & Seats

export interface MembershipRow {
  id: string
  name: string
  banner_key: string | null
  currency_code: 'USD' | 'INR'
  current_price: number
  original_price: number
  updated_at: Date
}

export type PaymentPageRow = PriceColumns & {
  id: string
  title: string
  description: string
  banner_key: string
  lsq_add_to_cart: string
  lsq_purchase: string
  updated_at: Date
}

export interface BannerRow {
  id: string
  start_time: Date
  end_time: Date
  redirect_type: 'external' | 'internal'
  redirect_link: string | null
  redirect_page: PublicBanner['redirect']['page'] | null
  redirect_props: Record<string, string>
  files: { key: string; mediaType: string }[]
}

interface AuthorColumns {
  user_id: string
  user_external_id: string | null
  first_name: string
  last_name: string
  username: string
  designation: string
  profile_picture_key: string | null
  is_opc: boolean
}

export type PostRow = AuthorColumns & {
  id: string
  external_id: string | null
  message: string
  tags: string[]
  is_pinned: boolean
  like_count: number
  comment_count: number
  poll_expires_at: Date | null
  poll_allow_multiple: boolean
  created_at: Date
  attachments: { kind: 'image' | 'video' | 'audio' | 'file'; key: string }[] | null
  options: { option: string; votes: number }[] | null
}

export type CommentRow = AuthorColumns & {
  id: string
  external_id: string | null
  parent_comment_id: string | null
  message: string
  created_at: Date
}

export interface NewsRow {
  id: string
  heading: string
  description: string
  thumbnail_key: string
  source: string
  reference_link: string
  price: number | null
  is_free: boolean
  created_at: Date
}

export interface ServiceRow {
  id: string
  service_name: string
  slot_time: number
  buffer_time: number
  advisors: { _id: string; first_name: string; last_name: string }[] | null
}

const host = sql`creator.id as host_id, nullif(btrim(creator.first_name || ' ' || creator.last_name), '') as host_name`

const byStart = (table: string): ListOrder => ({
  name: table,
  columns: [
    ['start_time', 'timestamptz'],
    [`${table}.id`, 'uuid'],
  ],
  direction: 'asc',
})

const newestFirst = (table: string, ...before: ListOrder['columns']): ListOrder => ({
  name: table,
  columns: [...before, [`${table}.created_at`, 'timestamptz'], [`${table}.id`, 'uuid']],
  direction: 'desc',
})

/** How each list is sorted. */
export const listOrders = {
  masterclasses: byStart('masterclass'),
  events: byStart('event'),
  memberships: newestFirst('membership'),
  paymentPages: newestFirst('payment_page'),
  banners: newestFirst('banner', ['-position', 'integer']),
  posts: newestFirst('post', ['is_pinned', 'boolean']),
  comments: newestFirst('comment'),
  news: newestFirst('news'),
  services: newestFirst('advisory_service'),
} as const

async function rowsOf<Row>(db: Database, query: RawBuilder<unknown>): Promise<(Row & Placed)[]> {
  return (await (query as RawBuilder<Row & Placed>).execute(db)).rows
}

/** Lists published masterclasses from now on, or returns the one with an id, also after its start. */
export function readMasterclasses(
  db: Database,
  shown: Shown,
  now: Date,
): Promise<(MasterclassRow & Placed)[]> {
  const which =
    'id' in shown
      ? sql`masterclass.id = ${shown.id}`
      : sql`start_time >= ${now} ${pageOf(listOrders.masterclasses, shown)}`
  return rowsOf(
    db,
    sql`select masterclass.id, title, description, banner_key, start_time, end_time, attendance_type, links,
      original_price_usd, current_price_usd, original_price_inr, current_price_inr, masterclass.updated_at,
      ${placeIn(listOrders.masterclasses)}, ${host}
    from masterclass join creator on creator.id = creator_id where masterclass.is_active and ${which}`,
  )
}

/**
 * Lists events or webinars that are active, from now on, or returns the one with an id, also after its start. A webinar
 * must also be published (OQ-057).
 */
export function readEvents(
  db: Database,
  type: 'ONLINE' | 'OFFLINE',
  shown: Shown,
  now: Date,
): Promise<(EventRow & Placed)[]> {
  const which =
    'id' in shown
      ? sql`event.id = ${shown.id}`
      : sql`start_time >= ${now} ${pageOf(listOrders.events, shown)}`
  return rowsOf(
    db,
    sql`select event.id, title, description, banner_key, ticket_banner_key, start_time, end_time, location, city,
      google_map_location, member_only, is_paid, prices, event.updated_at,
      ${placeIn(listOrders.events)}, ${host},
      sold_out, is_unlimited_tickets, total_tickets, total_tickets_sold,
      (select count(*)::int from registration where session_id = event.id and given_back_at is null)
        as registrations_count
    from event left join creator on creator.id = creator_id
    where event_type = ${type} and is_active and (event_type = 'OFFLINE' or is_published) and ${which}`,
  )
}

/** Lists memberships, the newest first, or returns the one with an id. */
export function readMemberships(db: Database, shown: Shown): Promise<(MembershipRow & Placed)[]> {
  const which = 'id' in shown ? sql`and id = ${shown.id}` : pageOf(listOrders.memberships, shown)
  return rowsOf(
    db,
    sql`select id, name, banner_key, currency_code, current_price, original_price, updated_at,
      ${placeIn(listOrders.memberships)}
    from membership where true ${which}`,
  )
}

/** Lists active payment pages, the newest first, or returns the active one with an id. */
export function readPaymentPages(db: Database, shown: Shown): Promise<(PaymentPageRow & Placed)[]> {
  const which = 'id' in shown ? sql`and id = ${shown.id}` : pageOf(listOrders.paymentPages, shown)
  return rowsOf(
    db,
    sql`select id, title, description, banner_key, original_price_usd, current_price_usd, original_price_inr,
      current_price_inr, lsq_add_to_cart, lsq_purchase, updated_at, ${placeIn(listOrders.paymentPages)}
    from payment_page where is_active ${which}`,
  )
}

/** Lists active banners whose time has begun and not ended, by position. */
export function readBanners(db: Database, page: Page, now: Date): Promise<(BannerRow & Placed)[]> {
  return rowsOf(
    db,
    sql`select id, start_time, end_time, redirect_type, redirect_link, redirect_page, redirect_props,
      coalesce((
        select json_agg(json_build_object('key', file.key, 'mediaType', file.media_type) order by position)
        from banner_file join file on file.key = banner_file.file_key where banner_file.banner_id = banner.id
      ), '[]') as files, ${placeIn(listOrders.banners)}
    from banner where is_active and start_time <= ${now} and end_time > ${now}
    ${pageOf(listOrders.banners, page)}`,
  )
}

const author = sql`author.id as user_id, author.external_id as user_external_id, author.first_name,
  author.last_name, author.username, author.designation, author.profile_picture_key, author.is_opc`

/**
 * Lists visible posts, pinned ones first, then the newest; only pinned or unpinned ones if asked; or returns the one
 * with an id.
 */
export function readPosts(db: Database, shown: Shown, isPinned?: boolean): Promise<(PostRow & Placed)[]> {
  const pinned = isPinned === undefined ? sql`true` : isPinned ? sql`is_pinned` : sql`not is_pinned`
  // The page's ids come from the index alone; only the page's posts are then read with their authors.
  const ids =
    'id' in shown
      ? sql`select id from post where is_visible and id = ${shown.id}`
      : sql`select id from post where is_visible and ${pinned} ${pageOf(listOrders.posts, shown)}`
  return rowsOf(
    db,
    sql`select post.id, post.external_id, message, tags, is_pinned, like_count, comment_count, poll_expires_at,
      poll_allow_multiple, post.created_at, ${author}, ${placeIn(listOrders.posts)},
      (select json_agg(json_build_object('kind', kind, 'key', file_key) order by kind, position)
        from post_attachment where post_id = post.id) as attachments,
      (select json_agg(json_build_object('option', option, 'votes', votes) order by position)
        from post_poll_option where post_id = post.id) as options
    from post join app_user as author on author.id = post.user_id
    where post.id in (${ids}) order by is_pinned desc, post.created_at desc, post.id desc`,
  )
}

/** Lists the comments of a post, the newest first. */
export function readComments(db: Database, postId: string, page: Page): Promise<(CommentRow & Placed)[]> {
  return rowsOf(
    db,
    sql`select comment.id, comment.external_id, parent_comment_id, message, comment.created_at, ${author},
      ${placeIn(listOrders.comments)}
    from comment join app_user as author on author.id = comment.user_id
    where post_id = ${postId} ${pageOf(listOrders.comments, page)}`,
  )
}

/** Lists active news snippets, the newest first. */
export function readNews(db: Database, page: Page): Promise<(NewsRow & Placed)[]> {
  return rowsOf(
    db,
    sql`select id, heading, description, thumbnail_key, source, reference_link, price, is_free, created_at,
      ${placeIn(listOrders.news)}
    from news where is_active ${pageOf(listOrders.news, page)}`,
  )
}

/** Lists advisory services with their advisors by name, the newest first. */
export function readServices(db: Database, page: Page): Promise<(ServiceRow & Placed)[]> {
  return rowsOf(
    db,
    sql`select id, service_name, slot_time, buffer_time, (
      select json_agg(
        json_build_object('_id', advisor.id, 'first_name', advisor.first_name, 'last_name', advisor.last_name)
        order by advisor.first_name, advisor.last_name, advisor.id
      )
      from advisory_service_advisor as link join advisor on advisor.id = link.advisor_id
      where link.service_id = advisory_service.id
    ) as advisors, ${placeIn(listOrders.services)}
    from advisory_service where true ${pageOf(listOrders.services, page)}`,
  )
}

/** Returns the id of a person's account, which may be yet to come; null for an external id that was never sent. */
export async function findUserId(db: Database, externalId: string): Promise<string | null> {
  const [row] = await rowsOf<{ id: string | null }>(
    db,
    sql`select coalesce(
      (select id from app_user where external_id = ${externalId}),
      (select user_id from intake_user
        where external_id_hash = encode(sha256(convert_to(${externalId}::text, 'UTF8')), 'hex'))
    ) as id`,
  )
  return row?.id ?? null
}
