import { listDifferences } from '@greenroom/contract/reconciliation/reconciliation.endpoints'
import {
  getTransaction,
  listTransactions,
  sumTransactions,
} from '@greenroom/contract/transaction/transaction.endpoints'

/** Reads that show the payment of an order. Whatever changes a payment invalidates all of them. */
export const orderReads = [listTransactions, sumTransactions, getTransaction, listDifferences]
