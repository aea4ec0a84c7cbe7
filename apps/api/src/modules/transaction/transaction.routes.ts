import { listTransactions } from '@greenroom/contract/transaction/transaction.endpoints'
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'
import type { TransactionService } from './transaction.service.ts'

export function registerTransactionRoutes(host: EndpointHost, transactions: TransactionService): void {
  on(host, listTransactions).handle(async ({ db, query }) => ({ data: await transactions.list(db, query) }))
}
