import { leadCounts } from '../modules/advisory/lead-counts.repository.ts'
import { redemptionCounts } from '../modules/coupon/redemption-counts.repository.ts'
import { transactionCounts } from '../modules/transaction/transaction-counts.repository.ts'
import type { KeptCounts } from '../platform/database/kept-counts.ts'

/** The stored counts of all lists. */
export const allCounts: readonly KeptCounts[] = [transactionCounts, leadCounts, redemptionCounts]
