import * as z from 'zod/mini'
import { published } from '../../access/personal.ts'
import { Poll } from '../../community/post/post.schema.ts'
import { bannerPages, redirectTypes } from '../../marketing/banner/banner.schema.ts'
import { CurrencyCode, Price } from '../../money.ts'
import { attendanceTypes } from '../../sessions/masterclass/masterclass.schema.ts'

export const cursorMessage = 'cursor must be the next_cursor of an earlier page of this list'

/** A picture with its smaller copies; all URLs are absolute. */
export const PublicPicture = z.object({
  url: z.string(),
  renditions: z.array(z.object({ width: z.int(), url: z.string() })),
})
export type PublicPicture = z.output<typeof PublicPicture>

const picture = z.nullable(PublicPicture)
/** The creator who hosts a session; null if nobody does. */
const host = { host_id: z.nullable(z.string()), host_name: z.nullable(z.string()) } as const

/** A masterclass as buyers see it. */
export const PublicMasterclass = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  ...host,
  attendance_type: z.enum(attendanceTypes),
  banner: picture,
  prices: z.array(Price),
  /** Masterclasses have no seats that run out. */
  sold_out: z.boolean(),
  /** Links for people who have bought it, without inactive ones. */
  community_links: z.array(z.object({ name: z.string(), url: z.string() })),
  changed_at: z.string(),
})
export type PublicMasterclass = z.output<typeof PublicMasterclass>

const EventPrice = z.object({
  currency_code: CurrencyCode,
  original_price: z.nullable(z.int()),
  current_price: z.int(),
  member_price: z.nullable(z.int()),
  guest_price: z.nullable(z.int()),
})

const session = {
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  ...host,
  banner: picture,
  member_only: z.boolean(),
  is_paid: z.boolean(),
  prices: z.array(EventPrice),
  sold_out: z.boolean(),
  changed_at: z.string(),
} as const

/** A webinar as buyers see it. */
export const PublicWebinar = z.object(session)
export type PublicWebinar = z.output<typeof PublicWebinar>

/** An event as buyers see it. */
export const PublicEvent = z.object({
  ...session,
  location: z.string(),
  city: z.string(),
  google_map_location: z.string(),
  ticket_banner: picture,
})
export type PublicEvent = z.output<typeof PublicEvent>

export const PublicMembership = z.object({
  _id: z.string(),
  name: z.string(),
  banner: picture,
  price: Price,
  changed_at: z.string(),
})
export type PublicMembership = z.output<typeof PublicMembership>

/** A custom payment page. Buyers pay its prices plus GST. */
export const PublicPaymentPage = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  banner: PublicPicture,
  prices: z.array(Price),
  meta: z.object({ lsq: z.object({ add_to_cart: z.string(), purchase: z.string() }) }),
  changed_at: z.string(),
})
export type PublicPaymentPage = z.output<typeof PublicPaymentPage>

export const PublicBanner = z.object({
  _id: z.string(),
  files: z.array(z.object({ url: z.string(), type: z.enum(['image', 'video']) })),
  start_time: z.string(),
  end_time: z.string(),
  redirect: z.object({
    type: z.enum(redirectTypes),
    redirect_link: z.optional(z.string()),
    page: z.optional(z.enum(bannerPages)),
    props: z.optional(z.record(z.string(), z.string())),
  }),
})
export type PublicBanner = z.output<typeof PublicBanner>

/** The author of a post or a comment, as members of the community see them. */
export const PublicAuthor = z.object({
  _id: z.string(),
  external_id: z.nullable(z.string()),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  designation: z.string(),
  profile_picture: picture,
  is_opc: z.boolean(),
})
export type PublicAuthor = z.output<typeof PublicAuthor>

export const PublicPost = published(
  z.object({
    _id: z.string(),
    external_id: z.nullable(z.string()),
    message: z.string(),
    tags: z.array(z.string()),
    is_pinned: z.boolean(),
    attachments: z.object({
      images: z.array(PublicPicture),
      video: z.nullable(z.string()),
      audio: z.nullable(z.string()),
      file: z.nullable(z.string()),
    }),
    poll: z.nullable(Poll),
    like_count: z.int(),
    comment_count: z.int(),
    created_at: z.string(),
    author: PublicAuthor,
  }),
)
export type PublicPost = z.output<typeof PublicPost>

export const PublicComment = z.object({
  _id: z.string(),
  external_id: z.nullable(z.string()),
  /** The comment that this one replies to. */
  parent_comment_id: z.nullable(z.string()),
  message: z.string(),
  created_at: z.string(),
  author: PublicAuthor,
})
export type PublicComment = z.output<typeof PublicComment>

export const PublicNews = z.object({
  _id: z.string(),
  heading: z.string(),
  description: z.string(),
  thumbnail: PublicPicture,
  source: z.string(),
  reference_link: z.string(),
  /** Minor units; null if none is set. */
  price: z.nullable(z.int()),
  is_free: z.boolean(),
  created_at: z.string(),
})
export type PublicNews = z.output<typeof PublicNews>

/** A service that people book; its times are in seconds. */
export const PublicService = z.object({
  _id: z.string(),
  service_name: z.string(),
  slot_time: z.int(),
  buffer_time: z.int(),
  advisors: z.array(z.object({ _id: z.string(), first_name: z.string(), last_name: z.string() })),
})
export type PublicService = z.output<typeof PublicService>

/** What can be priced, as orders name it. */
export const pricedTypes = ['masterclass', 'membership', 'events', 'custom'] as const
export type PricedType = (typeof pricedTypes)[number]

/** Why a coupon takes nothing off: `unknown` if no coupon has this code, else the rule of `redemptionRefusal`. */
const couponRefusals = ['unknown', 'ended', 'not-linked', 'used-up', 'used-by-person'] as const

/** What a buyer pays, in minor units. */
export const PriceToPay = z.object({
  entity_type: z.enum(pricedTypes),
  entity_id: z.string(),
  currency_code: CurrencyCode,
  /** The price that is shown struck through; null if there is none. */
  original_price: z.nullable(z.int()),
  /** The price without a coupon. */
  current_price: z.int(),
  discount: z.int(),
  /** `current_price` without `discount`. */
  price: z.int(),
  /** GST that is added to `price`: of payment pages only. */
  gst: z.int(),
  /** `price` and `gst`. */
  total: z.int(),
  /** Null if no coupon was named. */
  coupon: z.nullable(
    z.object({
      code: z.string(),
      is_valid: z.boolean(),
      refusal: z.nullable(z.enum(couponRefusals)),
      valid_till: z.nullable(z.string()),
    }),
  ),
})
export type PriceToPay = z.output<typeof PriceToPay>
