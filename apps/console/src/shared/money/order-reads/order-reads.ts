import { listDifferences } from '@greenroom/contract/money/reconciliation/reconciliation.endpoints'
import {
  getTransaction,
  listTransactions,
  sumTransactions,
} from '@greenroom/contract/money/transaction/transaction.endpoints'

/** Reads that show the payment of an order. Whatever changes a payment invalidates all of them. */
export const orderReads = [listTransactions, sumTransactions, getTransaction, listDifferences]
