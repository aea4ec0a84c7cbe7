import { moderationScreens } from '../features/community/moderation/moderation.screens.ts'
import { postScreens } from '../features/community/post/post.screens.ts'
import { binScreens } from '../features/desk/bin/bin.screens.ts'
import { helpScreens } from '../features/desk/help/help.screens.ts'
import { historyScreens } from '../features/desk/history/history.screens.ts'
import { overviewScreens } from '../features/desk/overview/overview.screens.ts'
import { bannerScreens } from '../features/marketing/banner/banner.screens.ts'
import { newsScreens } from '../features/marketing/news/news.screens.ts'
import { shortlinkScreens } from '../features/marketing/shortlink/shortlink.screens.ts'
import { couponScreens } from '../features/money/coupon/coupon.screens.ts'
import { disputeScreens } from '../features/money/dispute/dispute.screens.ts'
import { documentScreens } from '../features/money/document/document.screens.ts'
import { gstReturnScreens } from '../features/money/gst-return/gst-return.screens.ts'
import { membershipScreens } from '../features/money/membership/membership.screens.ts'
import { monthMoneyScreens } from '../features/money/month-money/month-money.screens.ts'
import { paymentPageScreens } from '../features/money/payment-page/payment-page.screens.ts'
import { reconciliationScreens } from '../features/money/reconciliation/reconciliation.screens.ts'
import { refundRequestScreens } from '../features/money/refund-request/refund-request.screens.ts'
import { reportScreens } from '../features/money/report/report.screens.ts'
import { settlementScreens } from '../features/money/settlement/settlement.screens.ts'
import { transactionScreens } from '../features/money/transaction/transaction.screens.ts'
import { advisoryScreens } from '../features/people/advisory/advisory.screens.ts'
import { peopleListScreens } from '../features/people/people-list/people-list.screens.ts'
import { personScreens } from '../features/people/person/person.screens.ts'
import { calendarScreens } from '../features/sessions/calendar/calendar.screens.ts'
import { creatorScreens } from '../features/sessions/creator/creator.screens.ts'
import { eventScreens } from '../features/sessions/event/event.screens.ts'
import { masterclassScreens } from '../features/sessions/masterclass/masterclass.screens.ts'
import { registrationScreens } from '../features/sessions/registration/registration.screens.ts'
import { apiKeyScreens } from '../features/staff/api-key/api-key.screens.ts'
import { staffScreens } from '../features/staff/staff/staff.screens.ts'
import { webhookScreens } from '../features/staff/webhook/webhook.screens.ts'
import type { Screen } from '../lib/screen.ts'
import type { ScreenShape } from '../ui/screen-skeleton.tsx'

/** The screens of all sections. */
export const screens = [
  ...overviewScreens,
  ...masterclassScreens,
  ...registrationScreens,
  ...transactionScreens,
  ...refundRequestScreens,
  ...reportScreens,
  ...moderationScreens,
  ...eventScreens,
  ...calendarScreens,
  ...bannerScreens,
  ...postScreens,
  ...newsScreens,
  ...creatorScreens,
  ...advisoryScreens,
  ...membershipScreens,
  ...disputeScreens,
  ...settlementScreens,
  ...monthMoneyScreens,
  ...peopleListScreens,
  ...personScreens,
  ...couponScreens,
  ...shortlinkScreens,
  ...paymentPageScreens,
  ...documentScreens,
  ...reconciliationScreens,
  ...gstReturnScreens,
  ...staffScreens,
  ...apiKeyScreens,
  ...webhookScreens,
  ...historyScreens,
  ...binScreens,
  ...helpScreens,
] as const

const byPath = new Map<string, Screen>(screens.map((screen) => [screen.path, screen as Screen]))

/**
 * Returns the screen of a route.
 * @param route the route's full path, with $parameters
 */
export const screenAt = (route: string): Screen | undefined => byPath.get(route)

/** Returns the shape of a route's screen while its script loads. */
export const shapeAt = (route: string): ScreenShape => screenAt(route)?.shape ?? 'lines'
