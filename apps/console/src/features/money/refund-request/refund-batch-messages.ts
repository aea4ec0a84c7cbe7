import type {
  BatchAmount,
  RefundBatch,
  RefundBatchRowState,
  RefundBatchState,
} from '@greenroom/contract/money/refund-batch/refund-batch.schema'
import { formatMoney } from '../../../lib/money.ts'
import type { GlyphShape, GlyphTone } from '../../../ui/status-glyph.tsx'

/** "1 order", "1,200 orders". */
export const ordersText = (count: number) =>
  count === 1 ? '1 order' : `${count.toLocaleString('en-IN')} orders`

/** "₹1,000.00 and $50.00". */
export const amountsText = (amounts: readonly BatchAmount[]) =>
  amounts.length === 0
    ? 'nothing'
    : amounts.map(({ amount, currency_code }) => formatMoney(amount, currency_code)).join(' and ')

/** Messages of the list of batches. */
export const batchListMessages = {
  label: 'Refunds of all orders',
  loading: 'Loading refunds of all orders...',
  loadFailed: 'Refunds of all orders could not be loaded.',
  empty: 'No refunds of all orders',
  emptyHelp: 'Open a cancelled masterclass, event or webinar and choose "Refund all orders".',
  columns: { session: 'Session', orders: 'Orders', state: 'State', requested: 'Requested' },
} as const

export const batchStates: Record<RefundBatchState, { label: string; shape: GlyphShape; tone: GlyphTone }> = {
  waiting: { label: 'Waiting for approval', shape: 'ring', tone: 'warn' },
  running: { label: 'Refunding', shape: 'half', tone: 'info' },
  stopped: { label: 'Stopped', shape: 'bar', tone: 'warn' },
  done: { label: 'Done', shape: 'tick', tone: 'ok' },
  declined: { label: 'Declined', shape: 'cross', tone: 'bad' },
  withdrawn: { label: 'Withdrawn', shape: 'bar', tone: 'mute' },
}

export const rowStates: Record<RefundBatchRowState, { label: string; shape: GlyphShape; tone: GlyphTone }> = {
  waiting: { label: 'Not begun', shape: 'dashed', tone: 'mute' },
  pending: { label: 'With Razorpay', shape: 'half', tone: 'info' },
  done: { label: 'Refunded', shape: 'tick', tone: 'ok' },
  failed: { label: 'Failed', shape: 'cross', tone: 'bad' },
  skipped: { label: 'Skipped', shape: 'bar', tone: 'warn' },
}

/** Messages of the table of orders. */
export const batchRowMessages = {
  label: 'Orders',
  loading: 'Loading orders...',
  columns: { order: 'Order', buyer: 'Buyer', amount: 'Refund', state: 'State' },
  toRefund: 'To refund',
} as const

/** Messages of the screen that asks for a batch. */
export const newBatchMessages = {
  loadFailed: 'The orders could not be loaded.',
  missing: 'Open a session and choose "Refund all orders"',
  loading: 'Loading the orders...',
  isOpen: (type: string) => `This ${type} is still published. Close it first, or more people may pay for it.`,
  sums: 'What is refunded',
  orders: 'Orders',
  amount: 'Refund',
  skipped: 'Skipped',
  none: 'No order can be refunded',
  noneHelp: 'Nobody has paid for this session, or every order is skipped for the reason below.',
  open: 'A refund of all orders of this session waits or runs already.',
  openLink: 'Open it',
  reason: 'Reason',
  chooseReason: 'Choose a reason',
  note: 'Note',
  noteHint: 'Colleagues read it with each refund.',
  needsApproval: 'A second person has to approve this. No money moves before.',
  submit: (count: number) => `Refund ${ordersText(count)}`,
  title: (count: number, title: string) => `Refund ${ordersText(count)} of ${title}?`,
  effect: (amounts: string) =>
    `This refunds ${amounts} to the original payment methods, one order after the other. It can't be undone. Razorpay keeps its fees and the GST on them.`,
  cancel: 'Cancel',
} as const

/** Messages of the page of a batch. */
export const batchPageMessages = {
  loadFailed: 'This refund could not be loaded.',
  loading: 'Loading the refund...',
  tabsLabel: 'Orders by state',
  all: 'All',
  progress: 'Progress',
  of: (begun: number, all: number) =>
    `${begun.toLocaleString('en-IN')} of ${all.toLocaleString('en-IN')} done`,
  asked: 'Confirmed',
  refunded: 'Refunded so far',
  reason: 'Reason',
  note: 'Note',
  requested: 'Requested',
  decided: { approved: 'Approved', declined: 'Declined' },
  stopped: 'Stopped by',
  why: 'Why declined',
  cause: 'Limit',
  own: 'You asked for this. Someone else decides.',
  now: (orders: string, amounts: string) => `Approving refunds ${orders} now: ${amounts}.`,
  changed: (skipped: string) =>
    `${skipped} of the confirmed ones would be skipped, because they have changed.`,
  approve: 'Approve',
  decline: 'Decline',
  withdraw: 'Withdraw',
  stop: 'Stop',
  resume: 'Continue',
  tryAgain: 'Try failed ones again',
  cancel: 'Cancel',
  approveTitle: (count: number, title: string) => `Refund ${ordersText(count)} of ${title}?`,
  declineTitle: (title: string) => `Decline the refund of all orders of ${title}?`,
  declineHelp: 'No money moves. The orders can be refunded later.',
  declineReason: 'Reason',
  declineHint: 'The colleague who asked for it reads this.',
  withdrawTitle: 'Withdraw this request?',
  withdrawEffect: 'No money moves. You can ask for the refunds again.',
  stopTitle: 'Stop refunding?',
  stopEffect: 'Refunds that were begun are made. The other orders stay paid until somebody continues.',
  resumeTitle: 'Refund the rest?',
  resumeEffect: (waiting: number, failed: number) =>
    `This begins ${ordersText(waiting + failed)}${failed > 0 ? `, ${failed.toLocaleString('en-IN')} of which failed before` : ''}.`,
  emptyRows: 'No orders in this state.',
} as const

/** Returns how much of a batch is through: its rows that need nothing more. */
export function throughOf({ counts }: Pick<RefundBatch, 'counts'>): { through: number; all: number } {
  const through = counts.done + counts.failed + counts.skipped
  return { through, all: through + counts.waiting + counts.pending }
}
