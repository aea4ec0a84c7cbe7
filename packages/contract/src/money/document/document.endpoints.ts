import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { Id, reference } from '../../field.ts'
import { commaList, limit, offset, SearchText } from '../../list.ts'
import { CorrectionPreview, correctedParts, correctionMessages } from './correction.schema.ts'
import {
  documentGroups,
  documentKinds,
  documentMessages,
  MissingState,
  mostCorrected,
  TaxDocument,
} from './document.schema.ts'

const orderId = reference('order_id is required')
const gstState = z.string({ error: documentMessages.state }).check(z.regex(/^\d{2}$/, documentMessages.state))
const countryAbroad = z
  .string({ error: documentMessages.country })
  .check(z.regex(/^(?!IN)[A-Z]{2}$/, documentMessages.country))
const place = { state: z.optional(gstState), country: z.optional(countryAbroad) }
type Place = { state?: string | undefined; country?: string | undefined }
/** A State or a country, and not both. */
const oneOfBoth = [
  z.refine<Place>(({ state, country }) => state !== undefined || country !== undefined, {
    path: ['state'],
    error: documentMessages.state,
  }),
  z.refine<Place>(({ state, country }) => state === undefined || country === undefined, {
    path: ['country'],
    error: documentMessages.stateOrCountry,
  }),
] as const
const stateNotBoth = oneOfBoth[1]
const month = z.optional(z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, documentMessages.month)))
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
  look: { type: 'transaction', records: ['order.:order_id'] },
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
  look: { type: 'search', text: 'q' },
  query: z.object({
    q: z.optional(SearchText),
    group: z._default(z.enum(documentGroups, { error: documentMessages.group }), 'all'),
    kind: z.optional(z.enum(documentKinds, { error: documentMessages.kind })),
    month,
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
  look: { type: 'document', records: ['document.:id'] },
  params: z.object({ id: Id }),
  response: ok(file),
})

/** The link works without signing in, for 24 hours. Whoever has it sees the document. */
export const createDocumentLink = endpoint({
  name: 'createDocumentLink',
  method: 'POST',
  path: '/admin/documents/:id/link',
  summary: 'Create a link that opens one tax document without signing in, for 24 hours',
  description:
    'The address is returned once and opens the PDF. The link ends early if the buyer is erased or if whoever made it may no longer download documents. Refuses a document whose buyer was erased (409).',
  requirements: ['OQ-681'],
  permissions: ['money.read', 'personal.read'],
  look: { type: 'document', records: ['document.:id'] },
  params: z.object({ id: Id }),
  response: ok(z.object({ id: Id, ends_at: z.string(), url: z.string() })),
  secret: 'url',
})

/** Issues a credit note and a new invoice, because an issued document never changes. */
export const addDocumentState = endpoint({
  name: 'addDocumentState',
  method: 'POST',
  path: '/admin/documents/:id/state',
  summary: "Correct an invoice without the buyer's State: add the State, or the country outside India",
  description:
    'Takes the GST code of a State, or the ISO code of a country other than IN. A venue outside India has the code 96 instead of a country. Refuses a country for a venue (400), and a document that lacks no State or whose month is filed (409).',
  requirements: ['OQ-243', 'OQ-246'],
  permissions: ['money.write'],
  params: z.object({ id: Id }),
  body: z.object(place).check(...oneOfBoth),
  response: ok(z.object({ credit_note: TaxDocument, invoice: TaxDocument })),
})

/** Lists the invoices that lack a State, the newest first, each with a guess. */
export const listMissingStates = endpoint({
  name: 'listMissingStates',
  method: 'GET',
  path: '/admin/documents/missing-states',
  summary: 'List invoices without a State, with a guess for each',
  description:
    "The guess for a buyer is the State or country of the same buyer's order that is nearest in time. For an event it is the State of the venue. count is at most 10,000.",
  requirements: ['OQ-656', 'OQ-657'],
  permissions: ['money.read'],
  query: z.object({
    month,
    /** Only these, if they lack a State. */
    ids: z.optional(commaList(Id)),
    limit: limit(50),
    offset: offset(),
  }),
  response: ok(z.object({ count: z.int(), documents: z.array(MissingState) })),
})

/** Corrects several invoices as `addDocumentState` does: all of them, or none. */
export const addDocumentStates = endpoint({
  name: 'addDocumentStates',
  method: 'POST',
  path: '/admin/documents/states',
  summary: 'Correct several invoices without a State at once',
  description:
    'Takes at most 200 documents. Corrects all of them or none. If one has a State by now, or its month is filed, the call is refused (409), and errors names each such document by its place in the request.',
  requirements: ['OQ-656'],
  permissions: ['money.write'],
  body: z.object({
    documents: z
      .array(z.object({ id: Id, ...place }).check(...oneOfBoth))
      .check(
        z.minLength(1, documentMessages.correctedNone),
        z.maxLength(mostCorrected, documentMessages.correctedTooMany),
      ),
  }),
  response: ok(
    z.object({
      /** In the order of the request. */
      corrected: z.array(z.object({ id: Id, credit_note: z.string(), invoice: z.string() })),
    }),
  ),
})

/** Shows what a correction would do. Nothing is issued. */
export const previewCorrection = endpoint({
  name: 'previewCorrection',
  method: 'GET',
  path: '/admin/documents/:id/correction',
  summary: 'Preview the correction of an invoice: taxes, place of supply, dates and tables before and after',
  description:
    'Without any part it shows what the order and the settings say now. Refuses an invoice that was replaced or credited in full, one whose buyer was erased, and one for which it is too late (409).',
  requirements: ['OQ-810'],
  permissions: ['money.write', 'personal.read'],
  look: { type: 'document', records: ['document.:id'] },
  params: z.object({ id: Id }),
  query: z.object(correctedParts).check(stateNotBoth),
  response: ok(CorrectionPreview),
})

/** Credits what is left of an invoice and issues a corrected one, in one transaction with the order's new details. */
export const correctInvoice = endpoint({
  name: 'correctInvoice',
  method: 'POST',
  path: '/admin/documents/:id/correction',
  summary: 'Correct an invoice: a credit note and a new invoice with the right buyer or venue',
  description:
    'Takes the parts of the preview and its `preview`. Refuses another preview than the present one with 409 STALE and the present one.',
  requirements: ['OQ-810'],
  permissions: ['money.write', 'personal.read'],
  look: { type: 'document', records: ['document.:id'] },
  params: z.object({ id: Id }),
  body: z
    .object({
      ...correctedParts,
      preview: z
        .string({ error: correctionMessages.preview })
        .check(z.regex(/^[0-9a-f]{64}$/, correctionMessages.preview)),
    })
    .check(stateNotBoth),
  response: ok(z.object({ credit_note: TaxDocument, invoice: TaxDocument })),
})

/** Takes back a credit note that should not stand, for example because its refund was never made. */
export const issueDebitNote = endpoint({
  name: 'issueDebitNote',
  method: 'POST',
  path: '/admin/documents/:id/debit-note',
  summary: 'Issue a debit note against a credit note, in whole or in part',
  description:
    'amount is in minor units and at most what earlier debit notes leave of the credit note, which is left; another left is refused with 409 STALE. Refuses the credit note of a correction, and every other document (409).',
  requirements: ['OQ-811'],
  permissions: ['money.write'],
  params: z.object({ id: Id }),
  body: z.object({
    amount: z.int({ error: documentMessages.debit }).check(z.minimum(1, documentMessages.debit)),
    /** What the caller saw of the credit note that no debit note took back. */
    left: z.int({ error: documentMessages.debit }).check(z.minimum(1, documentMessages.debit)),
  }),
  response: ok(TaxDocument),
})
