import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { PublishFacts } from '@greenroom/contract/sessions/publish-check/publish-check.schema'
import type { Call } from '../../../platform/call.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import type { Settings } from '../../../settings.ts'
import type { AccountBookings } from '../meeting/account-bookings.service.ts'
import { findActiveCoupons, findBannerSize } from './publish-check.repository.ts'

interface Asked {
  id?: string | undefined
  start_time: string
  end_time: string
  zoom_hub_name?: MeetingAccount | undefined
}

/** What the check before publishing needs from the database. The rules are in the contract. */
export function createPublishCheckService({
  bookings,
  settings,
}: {
  bookings: AccountBookings
  settings: Pick<Settings, 'MEETING_BUFFER_MINUTES' | 'MEETING_CLASHES'>
}) {
  return {
    /** @param asked.id of the stored session; nothing is known of a new or an unknown one */
    async facts(call: Call, asked: Asked): Promise<PublishFacts> {
      const id = asked.id !== undefined && isRecordId(asked.id) ? asked.id : undefined
      const span = { start: new Date(asked.start_time), end: new Date(asked.end_time) }
      const [accounts, coupons, picture] = await Promise.all([
        asked.zoom_hub_name === undefined ? [] : bookings.byAccount(call, span, id),
        id === undefined ? [] : findActiveCoupons(call.db, id),
        id === undefined ? undefined : findBannerSize(call.db, id),
      ])
      return {
        buffer_minutes: settings.MEETING_BUFFER_MINUTES,
        refuses_clashes: settings.MEETING_CLASHES === 'refuse',
        accounts: accounts.map(({ zoom_hub_name, clashes }) => ({ zoom_hub_name, clashes })),
        coupons: coupons.map(({ valid_till, discount_percentage, ...coupon }) => ({
          ...coupon,
          valid_till: valid_till.toISOString(),
          discount_percentage: discount_percentage === null ? null : Number(discount_percentage),
        })),
        picture: picture ?? null,
      }
    },
  }
}
