import {
  addTransactionNote,
  getTransaction,
  listTransactions,
  sumTransactions,
} from '@greenroom/contract/money/transaction/transaction.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createTransactionService, type TransactionService } from './transaction.service.ts'

export function transactionModule(host: ModuleHost): TransactionService {
  const transactions = createTransactionService(() =>
    host.log.error({ list: 'transactions' }, 'stored counts are wrong; run npm run counts -- --repair'),
  )
  on(host, listTransactions).handle(async (call, { query }) => ({
    data: await transactions.list(call, query),
  }))
  on(host, sumTransactions).handle(async (call, { query }) => ({
    data: await transactions.sum(call, query),
  }))
  on(host, getTransaction).handle(async (call, { params }) => ({
    data: await transactions.detail(call, params.id),
  }))
  on(host, addTransactionNote).handle(async (call, { params, body }) => ({
    data: await transactions.addNote(call, params.id, body.text),
    message: 'Note added',
  }))
  return transactions
}
