import type {
  listReportedComments,
  listReportedUsers,
} from '@greenroom/contract/community/moderation/moderation.endpoints'
import type { listPosts } from '@greenroom/contract/community/post/post.endpoints'
import type { listBin } from '@greenroom/contract/desk/bin/bin.endpoints'
import type { listShortlinks } from '@greenroom/contract/marketing/shortlink/shortlink.endpoints'
import type { listCoupons } from '@greenroom/contract/money/coupon/coupon.endpoints'
import type { listDocuments } from '@greenroom/contract/money/document/document.endpoints'
import type { listGstMonths } from '@greenroom/contract/money/gst-return/gst-return.endpoints'
import type { listMemberships } from '@greenroom/contract/money/membership/membership.endpoints'
import type { listPaymentPages } from '@greenroom/contract/money/payment-page/payment-page.endpoints'
import type { listDifferences } from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import type { listRefundRequests } from '@greenroom/contract/money/refund-request/refund-request.endpoints'
import type { listTransactions } from '@greenroom/contract/money/transaction/transaction.endpoints'
import type { listLeads } from '@greenroom/contract/people/advisory/advisory.endpoints'
import type { listErasures } from '@greenroom/contract/people/person/personal-data.endpoints'
import type { listEvents } from '@greenroom/contract/sessions/event/event.endpoints'
import type { listMasterclasses } from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import type { listApiKeys } from '@greenroom/contract/staff/api-key/api-key.endpoints'
import type { listStaff } from '@greenroom/contract/staff/staff/staff.endpoints'
import type { listWebhookDeliveries } from '@greenroom/contract/staff/webhook/webhook.endpoints'
import { needed } from '../../../lib/api/permissions.ts'
import { paths } from '../../../lib/paths.ts'

/**
 * The screens that the guide links to, by their names in the sidebar. `needs` repeats what the screen declares, which is
 * another feature's; a test compares them.
 */
export const guideScreens = {
  masterclass: {
    label: 'Masterclass',
    link: { to: paths.masterclassList },
    needs: needed<typeof listMasterclasses>('content.read'),
  },
  webinar: {
    label: 'Webinar',
    link: { to: paths.webinarList },
    needs: needed<typeof listEvents>('content.read'),
  },
  paymentPages: {
    label: 'Custom Payment Pages',
    link: { to: paths.paymentPages },
    needs: needed<typeof listPaymentPages>('content.read'),
  },
  memberships: {
    label: 'Memberships',
    link: { to: paths.memberships },
    needs: needed<typeof listMemberships>('content.read'),
  },
  coupons: {
    label: 'Coupons',
    link: { to: paths.coupons },
    needs: needed<typeof listCoupons>('content.read'),
  },
  shortlinks: {
    label: 'Url Shortener',
    link: { to: paths.shortlinks },
    needs: needed<typeof listShortlinks>('content.read'),
  },
  transactions: {
    label: 'Transactions',
    link: paths.transactionList('all'),
    needs: needed<typeof listTransactions>('money.read'),
  },
  customOrders: {
    label: 'Custom',
    link: paths.transactionList('custom'),
    needs: needed<typeof listTransactions>('money.read'),
  },
  refundRequests: {
    label: 'Refund Requests',
    link: { to: paths.refundRequests },
    needs: needed<typeof listRefundRequests>('money.read'),
  },
  differences: {
    label: 'Differences',
    link: { to: paths.differences },
    needs: needed<typeof listDifferences>('money.read'),
  },
  documents: {
    label: 'Documents',
    link: { to: paths.documents },
    needs: needed<typeof listDocuments>('money.read'),
  },
  months: { label: 'Months', link: { to: paths.months }, needs: needed<typeof listGstMonths>('money.read') },
  users: {
    label: 'Users',
    link: { to: paths.userModeration },
    needs: needed<typeof listReportedUsers>('moderation.read'),
  },
  posts: {
    label: 'Posts',
    link: { to: paths.postModeration },
    needs: [...needed<typeof listPosts>('content.read'), 'moderation.read'],
  },
  comments: {
    label: 'Comments',
    link: { to: paths.commentModeration },
    needs: needed<typeof listReportedComments>('moderation.read'),
  },
  bin: { label: 'Bin', link: { to: paths.bin }, needs: needed<typeof listBin>('content.read') },
  leads: {
    label: 'Leads',
    link: { to: paths.advisoryLeads, search: { view: 'today' } },
    needs: needed<typeof listLeads>('advisory.read'),
  },
  personalData: {
    label: "People's data",
    link: { to: paths.personalData },
    needs: needed<typeof listErasures>('personal.erase'),
  },
  staff: { label: 'Staff', link: { to: paths.staff }, needs: needed<typeof listStaff>('staff.read') },
  apiKeys: { label: 'API Keys', link: { to: paths.apiKeys }, needs: needed<typeof listApiKeys>('key.write') },
  webhooks: {
    label: 'Webhooks',
    link: { to: paths.webhooks },
    needs: needed<typeof listWebhookDeliveries>('webhook.read'),
  },
} as const
export type GuideScreenId = keyof typeof guideScreens
