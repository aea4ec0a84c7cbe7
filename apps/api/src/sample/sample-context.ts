import type { CouponRow } from '../modules/money/coupon/coupon.repository.ts'
import type { MembershipRow } from '../modules/money/membership/membership.repository.ts'
import type { PaymentPageRow } from '../modules/money/payment-page/payment-page.repository.ts'
import type { CreatorRow } from '../modules/sessions/creator/creator.repository.ts'
import type { Database } from '../platform/database/database.ts'
import type { Settings } from '../settings.ts'
import type { PictureOrder } from './pictures/prepare-pictures.ts'
import type { MediaOrder } from './prepare-media.ts'
import type { PreparedMeetings } from './prepared-meetings.ts'
import type { SamplePost, SampleUser } from './sample.repository.ts'

/** A coupon with what it can be used for. */
export interface SampleCoupon {
  row: CouponRow
  entityIds: string[]
}

/** What the steps share. Each step adds the records that later ones refer to. */
export interface SampleContext {
  /** The single transaction of all rows. */
  db: Database
  /** All dates are relative to it. */
  now: Date
  settings: Settings
  /**
   * Assigns a prepared image to an owner.
   * @returns its key
   * @throws TypeError if no image of that name was prepared
   */
  keepPicture(name: string, ownerId: string): Promise<string>
  /**
   * Assigns a prepared file of the community to an owner.
   * @returns its key
   * @throws TypeError if no file of that name was prepared
   */
  keepMedia(name: string, ownerId: string): Promise<string>
  meetings: PreparedMeetings
  creators: CreatorRow[]
  users: SampleUser[]
  /** Masterclass ids by name in the sample. */
  masterclassIds: Map<string, string>
  coupons: SampleCoupon[]
  memberships: MembershipRow[]
  paymentPages: PaymentPageRow[]
  /** Ids of events and webinars by name in the sample. */
  eventIds: Map<string, string>
  /** Those of the provider come first, the newest of them first. */
  posts: SamplePost[]
}

/** How many records of each kind were added. */
export type SampleCounts = Record<string, number>

/** The sample records of one section. */
export interface SampleSection {
  /** Images to draw and store before the transaction. */
  pictures?: readonly PictureOrder[]
  /** Files to store before the transaction. */
  media?: readonly MediaOrder[]
  /** Adds the records, and to the context those that later sections refer to. */
  add: (context: SampleContext) => Promise<SampleCounts>
}

/** Returns what the sections fill, before the first one. */
export function emptySample() {
  return {
    creators: [],
    users: [],
    masterclassIds: new Map(),
    coupons: [],
    memberships: [],
    paymentPages: [],
    eventIds: new Map(),
    posts: [],
  } satisfies Partial<SampleContext>
}
