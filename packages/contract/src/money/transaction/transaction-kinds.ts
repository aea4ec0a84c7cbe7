/** The types of a transaction; the console's routes use the same names (OQ-048). */
export const transactionTypes = ['masterclass', 'membership', 'events', 'custom'] as const
export type TransactionType = (typeof transactionTypes)[number]

/** Other spellings that the API accepts (OQ-048). */
export const transactionTypeAliases = { event: 'events', payment_entity: 'custom' } as const

/** The three statuses with rules. A stored transaction can have another one (OQ-052). */
export const transactionStatuses = ['pending', 'completed', 'refunded'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** The statuses of orders whose money arrived, refunded or not. */
export const paidStatuses = ['completed', 'refunded'] as const satisfies TransactionStatus[]

/**
 * The status filters of the list. "paid" matches the paid statuses (OQ-320), "others" all but the three known ones
 * (OQ-052).
 */
export const transactionStatusFilters = [...transactionStatuses, 'paid', 'others'] as const
export type TransactionStatusFilter = (typeof transactionStatusFilters)[number]

/** Where a buyer came from (TXN-04). */
export const trafficSources = ['meta', 'organic', 'google'] as const
export type TrafficSource = (typeof trafficSources)[number]
