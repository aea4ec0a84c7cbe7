import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { booleanText, Id } from '../../field.ts'
import { limit, offset, SearchText } from '../../list.ts'
import { LeadTracking, ListedPaymentPage, PaymentPage, paymentPageFields } from './payment-page.schema.ts'

/** `lsq` can also be sent under `meta`, where responses have it (OQ-104). */
const meta = z.optional(z.object({ lsq: z.optional(LeadTracking) }))

export const NewPaymentPage = z.object({
  ...paymentPageFields,
  description: z.optional(paymentPageFields.description),
  is_active: z.optional(paymentPageFields.is_active),
  venue_state: z.optional(paymentPageFields.venue_state),
  lsq: z.optional(paymentPageFields.lsq),
  meta,
})
export type NewPaymentPage = z.output<typeof NewPaymentPage>

export const PaymentPageChanges = z.object({ ...z.partial(z.object(paymentPageFields)).shape, meta })
export type PaymentPageChanges = z.output<typeof PaymentPageChanges>

export const listPaymentPages = endpoint({
  name: 'listPaymentPages',
  method: 'GET',
  path: '/admin/payment-entity',
  summary: 'List custom payment pages',
  description: 'title is a part of the title. group_counts follow it, each at most 1,000.',
  requirements: ['PAY-13', 'PAY-14', 'PAY-15', 'OQ-101', 'OQ-195'],
  permissions: ['content.read'],
  query: z.object({
    is_active: z.optional(booleanText()),
    title: z.optional(SearchText),
    limit: limit(100),
    offset: offset(),
  }),
  response: ok(z.array(ListedPaymentPage), {
    group_counts: z.object({ active: z.int(), inactive: z.int() }),
  }),
})

export const getPaymentPage = endpoint({
  name: 'getPaymentPage',
  method: 'GET',
  path: '/admin/payment-entity/:id',
  summary: 'Get a custom payment page',
  requirements: ['PAY-16', 'OQ-007'],
  permissions: ['content.read'],
  params: z.object({ id: Id }),
  response: ok(PaymentPage),
})

export const createPaymentPage = endpoint({
  name: 'createPaymentPage',
  method: 'POST',
  path: '/admin/payment-entity',
  summary: 'Create a custom payment page',
  description: 'banner is an address that POST /admin/upload returned.',
  requirements: ['PAY-11', 'PAY-16', 'OQ-023', 'OQ-101'],
  permissions: ['content.write'],
  body: NewPaymentPage,
  response: ok(PaymentPage),
  status: 201,
})

export const updatePaymentPage = endpoint({
  name: 'updatePaymentPage',
  method: 'PATCH',
  path: '/admin/payment-entity/:id',
  summary: 'Change fields of a custom payment page',
  requirements: ['PAY-12', 'PAY-16'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  body: PaymentPageChanges,
  response: ok(PaymentPage),
  versioned: true,
})
