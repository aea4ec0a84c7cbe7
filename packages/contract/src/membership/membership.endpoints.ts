import * as z from 'zod/mini'
import { endpoint, ok } from '../endpoint.ts'
import { limit, offset } from '../list.ts'
import { Price } from '../money.ts'

export const Membership = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  banner: z.nullable(z.string()),
  price: Price,
})
export type Membership = z.output<typeof Membership>

/** Lists all memberships; they come from the public product (OQ-097). */
export const listMemberships = endpoint({
  name: 'listMemberships',
  method: 'GET',
  path: '/admin/memberships',
  summary: 'List memberships',
  requirements: ['MEM-05'],
  query: z.object({ limit: limit(), offset: offset() }),
  response: ok(z.array(Membership)),
})
