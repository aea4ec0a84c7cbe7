import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { Id, reference } from '../../field.ts'
import { limit, offset, SearchText } from '../../list.ts'
import { documentGroups, documentKinds, documentMessages, TaxDocument } from './document.schema.ts'

const orderId = reference('order_id is required')
const gstState = z.string({ error: documentMessages.state }).check(z.regex(/^\d{2}$/, documentMessages.state))
const countryAbroad = z
  .string({ error: documentMessages.country })
  .check(z.regex(/^(?!IN)[A-Z]{2}$/, documentMessages.country))
const file = z.object({ data: z.string() })

export const createInvoice = endpoint({
  name: 'createInvoice',
  method: 'POST',
  path: '/admin/masterclass/invoice',
  summary: 'Get the invoice of a transaction of any type with its credit notes, as a PDF in base64',
  description:
    'Has every invoice of the order, each followed by its credit notes, each document on a page of its own. Refuses an order that is pending or was invoiced by another system (409).',
  requirements: ['TXN-16', 'TXN-12', 'OQ-016', 'OQ-240', 'OQ-241'],
  permissions: ['money.read', 'personal.read'],
  body: z.object({ order_id: orderId }),
  response: ok(file),
  ownTransactions: true,
})

/** The register: invoices and credit notes, the newest first. Counts stop at 10,000. */
export const listDocuments = endpoint({
  name: 'listDocuments',
  method: 'GET',
  path: '/admin/documents',
  summary: 'List tax documents',
  description:
    "q is a part of the number, the order's reference, or the buyer's name or e-mail address. Each count is at most 10,000.",
  requirements: ['OQ-242'],
  permissions: ['money.read'],
  query: z.object({
    q: z.optional(SearchText),
    group: z._default(z.enum(documentGroups, { error: documentMessages.group }), 'all'),
    kind: z.optional(z.enum(documentKinds, { error: documentMessages.kind })),
    month: z.optional(z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, documentMessages.month))),
    limit: limit(20),
    offset: offset(),
  }),
  response: ok(
    z.object({
      documents: z.array(TaxDocument),
      /** How many match the search in each tab. */
      counts: z.object({ all: z.int(), 'state-missing': z.int() }),
    }),
  ),
})

export const getDocumentFile = endpoint({
  name: 'getDocumentFile',
  method: 'GET',
  path: '/admin/documents/:id/file',
  summary: 'Get one tax document, as a PDF in base64',
  requirements: ['OQ-242'],
  permissions: ['money.read', 'personal.read'],
  params: z.object({ id: Id }),
  response: ok(file),
})

/** Issues a credit note and a new invoice, because an issued document never changes. */
export const addDocumentState = endpoint({
  name: 'addDocumentState',
  method: 'POST',
  path: '/admin/documents/:id/state',
  summary: "Correct an invoice without the buyer's State: add the State, or the country outside India",
  description:
    'Takes the GST code of a State, or the ISO code of a country other than IN. Refuses a country for an event held in a place (400), and a document that lacks no State or whose month is filed (409).',
  requirements: ['OQ-243', 'OQ-246'],
  permissions: ['money.write'],
  params: z.object({ id: Id }),
  body: z.object({ state: z.optional(gstState), country: z.optional(countryAbroad) }).check(
    z.refine(({ state, country }) => state !== undefined || country !== undefined, {
      path: ['state'],
      error: documentMessages.state,
    }),
    z.refine(({ state, country }) => state === undefined || country === undefined, {
      path: ['country'],
      error: documentMessages.stateOrCountry,
    }),
  ),
  response: ok(z.object({ credit_note: TaxDocument, invoice: TaxDocument })),
})
