import * as z from 'zod/mini'
import { PersonalAddress, PersonalName, PersonalTaxId } from '../../access/personal.ts'
import { Id, optionalText } from '../../field.ts'
import { VenuePlace } from '../../gst-state.ts'
import { CurrencyCode } from '../../money.ts'
import { gstTables } from '../gst-return/gst-return.schema.ts'
import { documentFlags, documentMessages, supplyKinds } from './document.schema.ts'

export const correctionMessages = {
  invalidGstin: 'This is not a valid GSTIN. Check it on the GST portal.',
  ownGstin: 'This is our own GSTIN. Enter the buyer’s.',
  noVenue: 'This order is no seat in a place',
  preview: 'Send the preview that was confirmed',
  previewChanged: 'The documents or the settings have changed since the preview. Check the new preview.',
  nothing: 'The corrected invoice would be the same. Change something first.',
  erased: 'The buyer’s data was erased, so this invoice can’t be corrected.',
  replaced: 'This invoice was replaced or credited in full. Reload the page.',
  refundDue: 'A refund of this order still waits for its credit note. Try again in a minute.',
} as const

/** What can be corrected in an invoice. What is left out stays as the order has it; an empty text removes it. */
export const correctedParts = {
  name: z.optional(optionalText(200)),
  address: z.optional(optionalText(1_000)),
  /** A valid GSTIN or UIN, other than the supplier's. */
  gstin: z.optional(optionalText(40)),
  /** GST code of the buyer's State. */
  state: z.optional(
    z.string({ error: documentMessages.state }).check(z.regex(/^\d{2}$/, documentMessages.state)),
  ),
  /** ISO code of the buyer's country, if it isn't India. */
  country: z.optional(
    z
      .string({ error: documentMessages.country })
      .check(z.regex(/^(?!IN)[A-Z]{2}$/, documentMessages.country)),
  ),
  /** GST code of the State of the venue, 96 outside India. It is then also that of what was sold. */
  venue_state: z.optional(VenuePlace),
} as const

/** An invoice before or after a correction. Amounts are in minor units. */
const InvoiceSide = z.object({
  name: PersonalName,
  address: PersonalAddress,
  /** As printed: "Karnataka (29)". */
  state: z.string(),
  country: z.string(),
  gstin: z.nullable(PersonalTaxId),
  supply: z.enum(supplyKinds),
  /** As printed. */
  place_of_supply: z.string(),
  rate_percent: z.number(),
  taxable: z.int(),
  cgst: z.int(),
  sgst: z.int(),
  igst: z.int(),
  flags: z.array(z.enum(documentFlags)),
})
export type InvoiceSide = z.output<typeof InvoiceSide>

/** A document that a correction issues. */
const PlannedDocument = z.object({
  /** The number without its running part, which it gets when it is issued: "GRC/2627/". */
  series: z.string(),
  document_date: z.string(),
  /** The table of GSTR-1 of the month of its date. */
  table: z.enum(gstTables),
})

/** What a correction of an invoice does, before anybody confirms it. */
export const CorrectionPreview = z.object({
  invoice: z.object({ id: Id, serial: z.string(), document_date: z.string() }),
  currency_code: CurrencyCode,
  /** What is left of the invoice and is credited, in minor units. */
  total: z.int(),
  /** What the order has now, as codes where they can be read. */
  billing: z.object({
    name: PersonalName,
    address: PersonalAddress,
    gstin: PersonalTaxId,
    state: z.nullable(z.string()),
    country: z.nullable(z.string()),
  }),
  /** Null unless a seat in a place was sold. */
  venue: z.nullable(z.object({ title: z.string(), state: z.nullable(VenuePlace) })),
  before: InvoiceSide,
  after: InvoiceSide,
  /** Whether the new invoice would differ from what is left of the old one. */
  is_changed: z.boolean(),
  credit_note: PlannedDocument,
  new_invoice: PlannedDocument,
  /** Confirms this preview: SHA-256 of all of it in hexadecimal. */
  preview: z.string(),
})
export type CorrectionPreview = z.output<typeof CorrectionPreview>
