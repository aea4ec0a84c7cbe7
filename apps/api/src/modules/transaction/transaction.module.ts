import { listTransactions } from '@greenroom/contract/transaction/transaction.endpoints'
import type { ModuleHost } from '../../module-host.ts'
import { on } from '../../platform/http/endpoint-route.ts'
import { createTransactionService, type TransactionService } from './transaction.service.ts'

export function transactionModule(host: ModuleHost): TransactionService {
  const transactions = createTransactionService(() =>
    host.log.error({ list: 'transactions' }, 'stored counts are wrong; run npm run counts -- --repair'),
  )
  on(host, listTransactions).handle(async (call, { query }) => ({
    data: await transactions.list(call, query),
  }))
  return transactions
}
