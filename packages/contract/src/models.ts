import { ReportCounts, Reports } from './community/moderation/moderation.schema.ts'
import { Poll, Post, PostAuthor } from './community/post/post.schema.ts'
import { Binned } from './desk/bin/bin.schema.ts'
import { Export } from './desk/export/export.schema.ts'
import { SavedView } from './desk/saved-view/saved-view.schema.ts'
import { Problem } from './error.ts'
import { Banner } from './marketing/banner/banner.schema.ts'
import { News } from './marketing/news/news.schema.ts'
import { Shortlink } from './marketing/shortlink/shortlink.schema.ts'
import { Coupon, CouponLink, ListedCoupon, Redemptions } from './money/coupon/coupon.schema.ts'
import { Dispute, OrderDispute } from './money/dispute/dispute.schema.ts'
import { TaxDocument } from './money/document/document.schema.ts'
import { GstMonth } from './money/gst-return/gst-return.schema.ts'
import { PaymentPage } from './money/payment-page/payment-page.schema.ts'
import { Comparison, Difference, DifferenceSide } from './money/reconciliation/reconciliation.schema.ts'
import { RefundReason } from './money/refund/refund.schema.ts'
import { RefundBatch, RefundBatchRow } from './money/refund-batch/refund-batch.schema.ts'
import { RefundRequest } from './money/refund-request/refund-request.schema.ts'
import { Settlement, SettlementLine } from './money/settlement/settlement.schema.ts'
import { RefundProgress, Transaction } from './money/transaction/transaction.schema.ts'
import { TransactionRefund, TransactionSum } from './money/transaction/transaction-detail.schema.ts'
import {
  PublicAuthor,
  PublicEvent,
  PublicMasterclass,
  PublicMembership,
  PublicPaymentPage,
  PublicPicture,
  PublicPost,
  PublicWebinar,
} from './outside/public-read/public-read.schema.ts'
import { Advisor, AdvisorOfService, AdvisoryService, Lead } from './people/advisory/advisory.schema.ts'
import { AdvisorClash } from './people/advisory/lead-pipeline.schema.ts'
import { Erasure } from './people/person/personal-data.schema.ts'
import { Creator } from './sessions/creator/creator.schema.ts'
import { Event, EventPrice } from './sessions/event/event.schema.ts'
import { Masterclass } from './sessions/masterclass/masterclass.schema.ts'
import { ClashWarning, MeetingClash } from './sessions/meeting/meeting.schema.ts'
import { Registration } from './sessions/registration/registration.schema.ts'
import { ApiKey } from './staff/api-key/api-key.schema.ts'
import { StaffMember } from './staff/staff/staff.schema.ts'
import { WebhookDelivery } from './staff/webhook/webhook.schema.ts'

/**
 * The records that several endpoints return, by the names that they have in the OpenAPI document. Its readers generate types
 * from it, so a name stays once it is here.
 */
export const models = {
  Advisor,
  AdvisorClash,
  AdvisorOfService,
  AdvisoryService,
  ApiKey,
  Banner,
  Binned,
  ClashWarning,
  Comparison,
  Coupon,
  CouponLink,
  Creator,
  Difference,
  DifferenceSide,
  Dispute,
  OrderDispute,
  Settlement,
  SettlementLine,
  Erasure,
  Event,
  EventPrice,
  Export,
  GstMonth,
  Lead,
  ListedCoupon,
  Masterclass,
  MeetingClash,
  News,
  PaymentPage,
  Poll,
  Post,
  PostAuthor,
  Problem,
  PublicAuthor,
  PublicEvent,
  PublicMasterclass,
  PublicMembership,
  PublicPaymentPage,
  PublicPicture,
  PublicPost,
  PublicWebinar,
  Redemptions,
  RefundProgress,
  RefundReason,
  RefundBatch,
  RefundBatchRow,
  RefundRequest,
  Registration,
  ReportCounts,
  Reports,
  SavedView,
  Shortlink,
  StaffMember,
  TaxDocument,
  Transaction,
  TransactionRefund,
  TransactionSum,
  WebhookDelivery,
}
