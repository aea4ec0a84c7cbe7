import * as z from 'zod/mini'
import { Month } from '../../calendar-month.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { limit, offset } from '../../list.ts'
import { Settlement, SettlementLine } from './settlement.schema.ts'

/** Lists what the payment gateway paid into the bank, the newest first. */
export const listSettlements = endpoint({
  name: 'listSettlements',
  method: 'GET',
  path: '/admin/settlements',
  summary: 'List settlements of the payment gateway, with the sums of their lines',
  description:
    'month keeps those that were settled in a month of the business time zone. total is at most 1,000.',
  requirements: ['OQ-780', 'OQ-781'],
  permissions: ['money.read'],
  query: z.object({ month: z.optional(Month), limit: limit(20), offset: offset() }),
  response: ok(z.object({ total: z.int(), settlements: z.array(Settlement) })),
})

/** Gets a settlement with a page of its lines, in the order in which they were stored. */
export const getSettlement = endpoint({
  name: 'getSettlement',
  method: 'GET',
  path: '/admin/settlements/:id',
  summary: 'Get a settlement with its lines',
  requirements: ['OQ-780', 'OQ-781'],
  permissions: ['money.read'],
  params: z.object({ id: Id }),
  query: z.object({ limit: limit(20), offset: offset() }),
  response: ok(z.object({ settlement: Settlement, lines: z.array(SettlementLine) })),
})
