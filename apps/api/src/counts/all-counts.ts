import { redemptionCounts } from '../modules/money/coupon/redemption-counts.repository.ts'
import { transactionCounts } from '../modules/money/transaction/transaction-counts.repository.ts'
import { leadCounts } from '../modules/people/advisory/lead-counts.repository.ts'
import type { KeptCounts } from '../platform/database/kept-counts.ts'

/** The stored counts of all lists. */
export const allCounts: readonly KeptCounts[] = [transactionCounts, leadCounts, redemptionCounts]
