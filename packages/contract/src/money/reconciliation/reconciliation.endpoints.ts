import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { limit, offset } from '../../list.ts'
import { amount } from '../../money.ts'
import { onlyRecord } from '../../only-record.ts'
import { Transaction } from '../transaction/transaction.schema.ts'
import {
  Comparison,
  checkOutcomes,
  Difference,
  differenceKinds,
  mostResolved,
  ResolutionNote,
  reconciliationMessages,
} from './reconciliation.schema.ts'

const month = z
  .string({ error: reconciliationMessages.month })
  .check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, reconciliationMessages.month))

/** Page size of the console's list of differences. */
const differencePageSize = 20

/** Asks the gateway about an order and applies what it says through the order's state machine. */
export const checkOrder = endpoint({
  name: 'checkOrder',
  method: 'POST',
  path: '/admin/orders/:id/check',
  summary: 'Ask the payment gateway about an order',
  description: "Fails if the gateway does not respond (502), and if what it says can't be stored (503).",
  requirements: ['OQ-270'],
  permissions: ['money.write'],
  params: z.object({ id: Id }),
  response: ok(z.object({ outcome: z.enum(checkOutcomes), message: z.string(), order: Transaction })),
  ownTransactions: true,
})

/** Lists differences: open ones by when they were found, resolved ones by when they were closed, the newest first. */
export const listDifferences = endpoint({
  name: 'listDifferences',
  method: 'GET',
  path: '/admin/differences',
  summary: 'List what Greenroom and the payment gateway say differently',
  description:
    'order keeps those of one order. month keeps those whose money moved in a month of the business time zone; without a time of payment, those found in it. Each count is at most 1,000.',
  requirements: ['OQ-272', 'OQ-678', 'OQ-777'],
  permissions: ['money.read'],
  query: z.object({
    state: z._default(z.enum(['open', 'resolved'], { error: 'state must be open or resolved' }), 'open'),
    /** Only this one, if it is in the list. */
    id: onlyRecord,
    /** Only those of this order. */
    order: onlyRecord,
    kind: z.optional(z.enum(differenceKinds, { error: 'kind must be a kind of difference' })),
    month: z.optional(month),
    limit: limit(differencePageSize),
    offset: offset(),
  }),
  response: ok(
    z.object({
      /** How many match, at most `mostCounted`. */
      count: z.int(),
      /** All open and resolved ones, of the month if one is named, each at most `mostCounted`. */
      counts: z.object({ open: z.int(), resolved: z.int() }),
      differences: z.array(Difference),
    }),
  ),
})

export const resolveDifference = endpoint({
  name: 'resolveDifference',
  method: 'POST',
  path: '/admin/differences/:id/resolve',
  summary: 'Close a difference with a note',
  description: 'Refuses one that is resolved (409).',
  requirements: ['OQ-272'],
  permissions: ['money.write'],
  params: z.object({ id: Id }),
  body: z.object({ note: ResolutionNote }),
  response: ok(Difference),
  versioned: true,
})

/** Closes several differences with one note: all of them, or none. */
export const resolveDifferences = endpoint({
  name: 'resolveDifferences',
  method: 'POST',
  path: '/admin/differences/resolve',
  summary: 'Close several differences with one note',
  description:
    'Takes at most 200 differences. Closes all of them or none. If one is resolved by now, has another version, or needs money to move, the call is refused (409), and errors names each such difference by its place in the request.',
  requirements: ['OQ-679'],
  permissions: ['money.write'],
  body: z.object({
    note: ResolutionNote,
    differences: z
      .array(
        z.object({
          id: Id,
          /** The version that was shown; without it the current one is closed. */
          version: z.optional(z.int()),
        }),
      )
      .check(
        z.minLength(1, reconciliationMessages.resolvedNone),
        z.maxLength(mostResolved, reconciliationMessages.resolvedTooMany),
      ),
  }),
  response: ok(
    z.object({
      /** In the order of the request. */
      resolved: z.array(z.object({ id: Id })),
    }),
  ),
})

/** Asks the gateway again and records what it says: completes the order, or records the refund. */
export const healDifference = endpoint({
  name: 'healDifference',
  method: 'POST',
  path: '/admin/differences/:id/heal',
  summary: 'Record what the payment gateway says about a difference',
  description:
    'Refuses one that was closed with a note, that has nothing to record, or on which both sides still differ (409). One on which both sides agree by now is returned as it is. Fails if the gateway does not respond (502).',
  requirements: ['OQ-272'],
  permissions: ['money.write'],
  params: z.object({ id: Id }),
  response: ok(Difference),
  versioned: true,
  ownTransactions: true,
})

const confirmed = z.object({
  /** What was confirmed, in minor units. Refused with 409 STALE if it is another amount by now. */
  amount: amount(reconciliationMessages.amount),
})

/** Completes an order with a payment of another amount, which becomes the order's amount. */
export const acceptDifference = endpoint({
  name: 'acceptDifference',
  method: 'POST',
  path: '/admin/differences/:id/accept',
  summary: 'Accept the amount that was paid for an order',
  description:
    'The amount that was paid becomes the amount of the order, which is completed. Refuses a difference of another kind, of an order that is paid, in another currency, or whose payment is being refunded (409). One on which both sides agree by now is returned as it is. Fails if the gateway does not respond (502).',
  requirements: ['OQ-752'],
  permissions: ['money.write'],
  params: z.object({ id: Id }),
  body: confirmed,
  response: ok(Difference),
  versioned: true,
  ownTransactions: true,
})

/** Refunds the payment of a difference, which no order here counts. */
export const refundDifference = endpoint({
  name: 'refundDifference',
  method: 'POST',
  path: '/admin/differences/:id/refund',
  summary: 'Refund a payment that no order counts',
  description:
    "Refuses a difference without such a payment, a payment that belongs to a paid order, and a refund that would need a second person (409). A repeated call makes no second refund. Fails with the gateway's reason (502).",
  requirements: ['OQ-752'],
  permissions: ['money.refund'],
  params: z.object({ id: Id }),
  body: confirmed,
  response: ok(Difference),
  versioned: true,
  ownTransactions: true,
})

/** Lists the comparisons of the last days, the newest day first. */
export const listComparisons = endpoint({
  name: 'listComparisons',
  method: 'GET',
  path: '/admin/comparisons',
  summary: 'List the comparisons with the payment gateway',
  description: 'Lists the newest day first.',
  requirements: ['OQ-271'],
  permissions: ['money.read'],
  query: z.object({ limit: limit(30) }),
  response: ok(
    z.object({
      /** When the last complete comparison of any day ended. */
      last_finished_at: z.nullable(z.string()),
      comparisons: z.array(Comparison),
    }),
  ),
})

/** Compares a business day now; a job does the work. */
export const compareDay = endpoint({
  name: 'compareDay',
  method: 'POST',
  path: '/admin/comparisons',
  summary: 'Compare a day with the payment gateway',
  description: 'A job compares. Refuses a day that has not begun (400).',
  requirements: ['OQ-271'],
  permissions: ['money.write'],
  body: z.object({
    day: z
      .string({ error: reconciliationMessages.day })
      .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, reconciliationMessages.day)),
  }),
  response: ok(Comparison),
})

/** Compares every day of a month that has begun; jobs do the work, a day each. */
export const compareMonth = endpoint({
  name: 'compareMonth',
  method: 'POST',
  path: '/admin/comparisons/months',
  summary: 'Compare a month with the payment gateway',
  description: 'A job compares each day. Refuses a month that has not begun (400).',
  requirements: ['OQ-678'],
  permissions: ['money.write'],
  body: z.object({ month }),
  response: ok(
    z.object({
      /** How many days are compared. */
      days: z.int(),
    }),
  ),
})
