import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { externalId } from '../../intake-batch.ts'
import { documentKinds } from '../../money/document/document.schema.ts'
import { CurrencyCode } from '../../money.ts'

/** An order as the product that sold it needs it: its state, what was refunded, and its documents. */
export const PublicOrder = z.object({
  _id: z.string(),
  external_id: z.string(),
  status: z.string(),
  entity_type: z.string(),
  entity_id: z.string(),
  entity_title: z.string(),
  /** Minor units. */
  amount: z.int(),
  currency_code: CurrencyCode,
  /** Minor units. */
  refunded_amount: z.int(),
  gateway_order_id: z.nullable(z.string()),
  created_at: z.string(),
  documents: z.array(z.object({ kind: z.enum(documentKinds), serial: z.string() })),
})
export type PublicOrder = z.output<typeof PublicOrder>

export const readOrder = endpoint({
  name: 'readOrder',
  method: 'GET',
  path: '/intake/orders/:external_id',
  summary: 'Get the state of an order',
  requirements: ['OQ-440'],
  permissions: ['intake.read'],
  params: z.object({ external_id: externalId() }),
  response: ok(PublicOrder),
})
