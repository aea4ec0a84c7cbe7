import type { DifferenceKind } from '@greenroom/contract/money/reconciliation/reconciliation.schema'

/** Messages of a difference and of what staff can do about it. */
export const differenceCardMessages = {
  here: 'Greenroom',
  there: 'Razorpay',
  nothing: 'No record',
  found: (moment: string) => `Found ${moment}`,
  occurred: (moment: string) => `Paid ${moment}`,
  refunding: (moment: string) => `Refund requested ${moment}. Razorpay has not made it yet.`,
  refundFailed: (reason: string) => `The payment was not refunded: ${reason}`,
  paymentId: 'payment ID',
  refundId: 'refund ID',
  resolve: 'Resolve',
  actions: {
    'complete-order': 'Complete the order',
    'record-refund': 'Record the refund',
    'accept-amount': 'Accept this amount',
    'refund-payment': 'Refund it',
  },
  question: {
    'complete-order': (order: string) => `Complete order ${order}?`,
    'record-refund': (order: string) => `Record the refund of order ${order}?`,
    'accept-amount': (order: string) => `Accept this amount for order ${order}?`,
    'refund-payment': (order: string) => `Refund this payment of order ${order}?`,
  },
  effect: {
    'complete-order': (amount: string) =>
      `Greenroom asks Razorpay again. Then the order is completed with ${amount}, the buyer gets access, and an invoice with the next number is issued. It can't be undone.`,
    'accept-amount': (amount: string) =>
      `Greenroom asks Razorpay again. Then ${amount} becomes the amount of the order, which is completed: the buyer gets access, and an invoice with the next number is issued. It can't be undone.`,
    'refund-payment': (amount: string) =>
      `Razorpay returns ${amount} to the buyer. The order stays as it is. It can't be undone.`,
    'record-refund': (amount: string) =>
      `Greenroom asks Razorpay again. Then the refund of ${amount} is recorded, and a credit note with the next number is issued if the order has an invoice. It can't be undone.`,
  },
  several: {
    open: (count: number) => `Refund all ${count} payments`,
    title: (count: number, order: string) => `Refund ${count} payments of order ${order}?`,
    confirm: (count: number, amount: string) =>
      count === 1 ? `Refund 1 payment (${amount})` : `Refund ${count} payments (${amount})`,
    effect: "Razorpay returns each payment to the buyer. The order stays as it is. It can't be undone.",
    failed: (failed: number, all: number) =>
      failed === all
        ? 'No payment could be refunded.'
        : `${failed} of ${all} payments could not be refunded. The others are on their way.`,
    progress: { pending: 'Refunding the payments', success: 'The refunds are requested.' },
    states: {
      waiting: 'Not refunded yet',
      running: 'Refunding...',
      done: 'Refund requested',
      refunded: 'Refunded',
    },
    listLabel: 'Payments',
    close: 'Close',
  },
  order: 'Order',
  refunded: 'Refunded payment',
  kept: 'The order keeps',
  item: 'Bought',
  cancel: 'Cancel',
  progress: {
    'accept-amount': { pending: 'Accepting the amount', success: 'The order is completed.' },
    'refund-payment': { pending: 'Refunding the payment', success: 'The refund is requested.' },
    'complete-order': { pending: 'Completing the order', success: 'The order is completed.' },
    'record-refund': { pending: 'Recording the refund', success: 'The refund is recorded.' },
  },
  resolutions: {
    agreed: 'Both sides agree since',
    healed: 'Recorded here',
    staff: 'Resolved',
    refunded: 'Payment refunded',
  },
  by: (person: string) => `by ${person}`,
} as const

/** What each kind means, and what to do about it. */
export const kindHelp: Record<DifferenceKind, string> = {
  'paid-not-completed':
    'Razorpay captured the payment. Complete the order, so that the buyer gets access and an invoice.',
  'paid-twice': 'The order was completed by another payment, which it keeps. Refund this one.',
  'amount-differs': "The amount paid doesn't match the order. Accept it, refund it, or wait for the rest.",
  'payment-without-order': 'No order here belongs to this payment. Look it up in Razorpay’s dashboard.',
  'payment-of-another-order':
    'The payment belongs to another order of Razorpay. Look at both before you complete this one.',
  'not-paid': 'Razorpay has no captured payment for this order. Check which account and keys took it.',
  'refund-unknown': 'Somebody refunded in Razorpay’s dashboard, and it could not be recorded.',
  'refund-not-made': 'The books say that the money went back, Razorpay does not list the refund.',
  'refund-differs': 'Both sides know the refund, with another amount or another outcome.',
  'refunded-too-much':
    'The refunds of this order are more than its amount. Look at them in Razorpay’s dashboard, and ask the buyer for the rest.',
  'settled-differs': 'Razorpay settled another amount than the books have, before its fee.',
  'not-settled':
    "Razorpay captured this payment, and no settlement has it after the usual days. Look at its settlement in Razorpay's dashboard. This closes by itself when the money arrives.",
  'settled-unknown':
    'A settlement has this payment, which belongs to no order and which Razorpay does not return. Ask Razorpay what was paid out.',
}
