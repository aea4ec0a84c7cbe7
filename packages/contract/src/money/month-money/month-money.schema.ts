import * as z from 'zod/mini'

/** How many, and their sum in minor units. */
const Sum = z.object({ count: z.int(), amount: z.int() })
export type MoneySum = z.output<typeof Sum>

/** Whether something of a month has its other half, which may be of another month. */
const Halves = z.object({
  /** The other half is of the same month. */
  in_month: Sum,
  /** It is of another month. */
  other_month: Sum,
  /** There is none yet. */
  without: Sum,
  /** What the other halves are more than these, in minor units. */
  differing: z.int(),
})
export type MoneyHalves = z.output<typeof Halves>

/** The money of a month in one currency, from the gateway to the documents (OQ-804). Amounts are in minor units. */
export const CurrencyMoney = z.object({
  currency: z.string(),
  /** What arrived in the month at the gateway. */
  captured: z.object({
    /** Paid orders. */
    orders: Sum,
    /** What their buyers paid on top, as fees of the gateway that they bore. */
    on_top: z.int(),
    /** Payments that no paid order counts, and that nobody has decided on. */
    unallocated: Sum,
    /** Payments that no paid order counts, which were given back or closed with a note. */
    closed: Sum,
    /** All payments: orders, what was paid on top, unallocated and closed. */
    total: Sum,
    /** Paid orders without a payment at the gateway; not part of the total. */
    elsewhere: Sum,
  }),
  /** The captured payments by the settlement that has them. */
  settled: Halves,
  /** What the settlements of the month are made of. */
  bank: z.object({
    settlements: z.int(),
    /** Payments that were captured in the month, in another one, and those that no order and no difference names. */
    in_month: Sum,
    other_month: Sum,
    unknown: Sum,
    refunds: Sum,
    /** Everything else, negative if it was taken. */
    adjustments: z.int(),
    /** With its tax. */
    fee: z.int(),
    tax: z.int(),
    /** What reached the bank. */
    net: z.int(),
    /** What the parts don't explain. */
    unexplained: z.int(),
  }),
  /** The paid orders of the month by their first invoice. */
  invoiced: Halves,
  /** The refunds that left in the month by their credit note. */
  refunded: Halves,
  /** Disputes that were lost in the month. */
  disputes_lost: Sum,
  /** The documents that are dated in the month; credit notes count negatively. */
  documents: z.object({
    /** First invoices of orders that were paid in the month, and in another one. */
    invoices: Sum,
    other_invoices: Sum,
    /** Credit notes of refunds that left in the month, and in another one. */
    credit_notes: Sum,
    other_credit_notes: Sum,
    /** Corrections: credit notes without a refund, and what replaces their invoice. */
    corrections: Sum,
    /** Those that no return has: without tax, or of the sandbox. They are in the sums above, too. */
    not_reported: Sum,
    total: Sum,
  }),
})
export type CurrencyMoney = z.output<typeof CurrencyMoney>

/** The day on which an order's money is counted. */
export const dayBases = ['ordered', 'paid', 'refunded'] as const
export type DayBasis = (typeof dayBases)[number]

/** The money of a business day in one currency, in minor units. */
export const MoneyDay = z.object({
  /** YYYY-MM-DD. */
  day: z.string(),
  currency: z.string(),
  orders: z.int(),
  paid: z.int(),
  refunded: z.int(),
  /** What disputes took that were lost. */
  lost: z.int(),
  /** Paid less refunded and lost. */
  net: z.int(),
})
export type MoneyDay = z.output<typeof MoneyDay>

export const dayBasisMessage = `by must be ${dayBases.slice(0, -1).join(', ')} or ${dayBases.at(-1)}`
