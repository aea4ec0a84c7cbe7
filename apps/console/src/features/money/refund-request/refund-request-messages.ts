import type { ApprovalCause } from '@greenroom/contract/money/refund/refund.rules'
import type {
  RefundRequest,
  RefundRequestState,
} from '@greenroom/contract/money/refund-request/refund-request.schema'
import type { GlyphShape, GlyphTone } from '../../../ui/status-glyph.tsx'

/** Messages of the list (OQ-353). */
export const refundRequestMessages = {
  tabsLabel: 'Refund requests',
  tabs: { open: 'Waiting', decided: 'Decided', batches: 'All orders of a session' },
  cardsLabel: 'Refund requests',
  loading: 'Loading refund requests...',
  loadFailed: 'Refund requests could not be loaded.',
  empty: { open: 'No refunds to approve', decided: 'No decided requests.' },
  emptyHelp: {
    open: (which: string) => `${which} come here. Someone else approves or declines them.`,
    decided: 'Requests that were approved, declined or withdrawn appear here.',
  },
} as const

/** Messages of a card. */
export const refundRequestCardMessages = {
  title: (amount: string, buyer: string) => `${amount} to ${buyer}`,
  order: 'Order',
  buyer: 'Buyer',
  paid: 'Paid',
  left: 'Left to refund',
  unknown: 'Could not be loaded',
  reason: 'Reason',
  note: 'Note',
  notStated: 'No reason',
  requested: 'Requested',
  requestedBy: 'Requested by',
  by: (person: string) => `by ${person}`,
  cause: 'Limit',
  own: 'You requested this. Someone else decides.',
  approve: 'Approve',
  decline: 'Decline',
  withdraw: 'Withdraw',
  requester: (person: string, problem: NonNullable<RefundRequest['requester_problem']>) =>
    problem === 'disabled'
      ? `${person} was disabled after asking for it.`
      : `${person} can no longer refund.`,
  refundFailed: (reason: string) => `The refund failed: ${reason}`,
  refundOpen: 'The refund is in progress.',
  refundProcessed: 'The refund is processed.',
} as const

export const causeTexts: Record<ApprovalCause, string> = {
  amount: 'Above the amount that one person may refund',
  day: 'More refunds than one person may make in a day',
}

export const stateBadges: Record<RefundRequestState, { label: string; shape: GlyphShape; tone: GlyphTone }> =
  {
    open: { label: 'Waiting', shape: 'ring', tone: 'warn' },
    approved: { label: 'Approved', shape: 'tick', tone: 'ok' },
    declined: { label: 'Declined', shape: 'cross', tone: 'bad' },
    withdrawn: { label: 'Withdrawn', shape: 'bar', tone: 'mute' },
    lapsed: { label: 'Lapsed', shape: 'bar', tone: 'mute' },
  }

/** Messages of the question before a refund is approved. */
export const approveMessages = {
  title: (amount: string, buyer: string) => `Refund ${amount} to ${buyer}?`,
  bought: 'Item',
  buyer: 'Buyer',
  effect: (amount: string) =>
    `This refunds ${amount} to the original payment method. It can't be undone. Razorpay keeps its fee and the GST on it.`,
  approve: 'Approve',
  cancel: 'Cancel',
  pending: 'Approving the refund',
} as const

/** Messages of the dialog that declines. */
export const declineMessages = {
  title: (amount: string) => `Decline the refund of ${amount}?`,
  help: 'No money moves. The order can be refunded later.',
  reason: 'Reason',
  reasonHint: 'The colleague who asked for it reads this.',
  decline: 'Decline',
  cancel: 'Cancel',
} as const

/** Messages of the question before a request is withdrawn. */
export const withdrawMessages = {
  title: (amount: string) => `Withdraw the request for ${amount}?`,
  effect: 'No money moves. You can ask for the refund again.',
  withdraw: 'Withdraw',
  cancel: 'Cancel',
} as const
