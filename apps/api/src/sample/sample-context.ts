import type { CreatorRow } from '../modules/creator/creator.repository.ts'
import type { MembershipRow } from '../modules/membership/membership.repository.ts'
import type { PaymentPageRow } from '../modules/payment-page/payment-page.repository.ts'
import type { Database } from '../platform/database/database.ts'
import type { Settings } from '../settings.ts'
import type { PreparedMeetings } from './prepared-meetings.ts'
import type { SamplePost, SampleUser } from './sample.repository.ts'

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
  memberships: MembershipRow[]
  paymentPages: PaymentPageRow[]
  transactionCount: number
  leadCount: number
  shortlinkCount: number
  /** Ids of events and webinars by name in the sample. */
  eventIds: Map<string, string>
  /** Those of the provider come first, the newest of them first. */
  posts: SamplePost[]
  reportCount: number
  bannerCount: number
  newsCount: number
}
