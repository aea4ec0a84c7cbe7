import type { CreatorRow } from '../modules/creator/creator.repository.ts'
import type { MembershipRow } from '../modules/membership/membership.repository.ts'
import type { PaymentPageRow } from '../modules/payment-page/payment-page.repository.ts'
import type { Database } from '../platform/database/database.ts'
import type { Settings } from '../settings.ts'
import type { PreparedMeetings } from './prepared-meetings.ts'
import type { SamplePost, SampleUser } from './sample.repository.ts'

/** What the steps share. Each step adds the records that later ones refer to. */
export interface SampleContext {
  /** The one transaction of all rows. */
  db: Database
  /** All dates are relative to it. */
  now: Date
  settings: Settings
  /**
   * Gives a prepared picture to an owner.
   * @returns its key
   * @throws TypeError when no picture of that name was ordered
   */
  keepPicture(name: string, ownerId: string): Promise<string>
  /**
   * Gives a prepared file of the community to an owner.
   * @returns its key
   * @throws TypeError when no file of that name was ordered
   */
  keepMedia(name: string, ownerId: string): Promise<string>
  meetings: PreparedMeetings
  creators: CreatorRow[]
  users: SampleUser[]
  /** The masterclasses by their names in the sample. */
  masterclassIds: Map<string, string>
  memberships: MembershipRow[]
  paymentPages: PaymentPageRow[]
  transactionCount: number
  leadCount: number
  shortlinkCount: number
  /** The events and webinars by their names in the sample. */
  eventIds: Map<string, string>
  /** Those of the provider come first, the newest of them first. */
  posts: SamplePost[]
  reportCount: number
  bannerCount: number
  newsCount: number
}
