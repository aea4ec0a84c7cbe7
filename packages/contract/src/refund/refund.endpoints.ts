import * as z from 'zod/mini'
import { endpoint, ok } from '../endpoint.ts'
import { reference } from '../field.ts'
import { Transaction } from '../transaction/transaction.schema.ts'

const orderId = reference('order_id is required')

export const refundTransaction = endpoint({
  name: 'refundTransaction',
  method: 'POST',
  path: '/admin/payment/refund',
  summary: 'Refund the whole amount of a completed transaction',
  requirements: ['TXN-17', 'TXN-13'],
  body: z.object({ order_id: orderId }),
  response: ok(z.object({ message: z.string(), order: Transaction })),
  ownTransactions: true,
})
