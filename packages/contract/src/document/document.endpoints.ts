import * as z from 'zod/mini'
import { endpoint, ok } from '../endpoint.ts'
import { reference } from '../field.ts'

const orderId = reference('order_id is required')

export const createInvoice = endpoint({
  name: 'createInvoice',
  method: 'POST',
  path: '/admin/masterclass/invoice',
  summary: 'Get the invoice of a transaction of any type, as a PDF in base64',
  requirements: ['TXN-16', 'TXN-12'],
  body: z.object({ order_id: orderId }),
  response: ok(z.object({ data: z.string() })),
  ownTransactions: true,
})
