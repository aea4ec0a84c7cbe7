import * as z from 'zod/mini'
import { PersonalEmail, PersonalName, PersonalTaxId } from '../../access/personal.ts'
import { Id } from '../../field.ts'
import { CurrencyCode } from '../../money.ts'

export const documentKinds = ['invoice', 'credit-note', 'debit-note'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** `sez`: to a unit or developer of a Special Economic Zone. */
export const supplyKinds = ['b2b', 'b2c', 'export', 'sez'] as const
export type SupplyKind = (typeof supplyKinds)[number]

/** What somebody should look at in a document. docs/tax.md explains each. */
export const documentFlags = [
  'gstin-invalid',
  'gstin-own',
  'gstin-state-differs',
  'gstin-country-differs',
  'sez-gstin-missing',
  'state-unknown',
  'state-country-differs',
  'country-unknown',
  'venue-state-missing',
  'attendance-unknown',
  'name-missing',
  'address-missing',
] as const
export type DocumentFlag = (typeof documentFlags)[number]

/** A tax document as issued. Amounts are in minor units of its currency. */
export const TaxDocument = z.object({
  id: Id,
  kind: z.enum(documentKinds),
  serial: z.string(),
  /** The day on the document, "2026-11-21". */
  document_date: z.string(),
  order_id: Id,
  order_reference: z.string(),
  buyer: z.object({ name: PersonalName, email: PersonalEmail }),
  recipient_gstin: z.nullable(PersonalTaxId),
  supply: z.enum(supplyKinds),
  /** GST code of the State, 96 for abroad. */
  place_of_supply: z.string(),
  /** Whose State is unknown, so that the supplier's was used; null after the correction. */
  missing_state: z.nullable(z.enum(['buyer', 'venue'])),
  currency_code: CurrencyCode,
  total: z.int(),
  taxable: z.int(),
  cgst: z.int(),
  sgst: z.int(),
  igst: z.int(),
  rate_percent: z.number(),
  /** The invoice that a credit note reduces, or whose credit note a debit note takes back. */
  invoice: z.nullable(z.object({ id: Id, serial: z.string() })),
  /** Whether it is an invoice that no later one replaces, so that it can be corrected while some of it is left. */
  is_current: z.boolean(),
  /** Whether the sandbox took the payment, so that the document is not valid. */
  sandbox: z.boolean(),
  flags: z.array(z.enum(documentFlags)),
})
export type TaxDocument = z.output<typeof TaxDocument>

/** The State or country of a buyer's other order, or the State of an event's venue: a guess for a document without one. */
const StateGuess = z.object({
  /** GST code; null if the guess is a country. */
  state: z.nullable(z.string()),
  /** ISO code of a country outside India; null if the guess is a State. */
  country: z.nullable(z.string()),
  /** The order that it is from; null if it is the venue's. */
  order: z.nullable(z.object({ id: Id, order_reference: z.string(), ordered_at: z.string() })),
})
export type StateGuess = z.output<typeof StateGuess>

/** An invoice without a State. */
export const MissingState = z.object({ document: TaxDocument, guess: z.nullable(StateGuess) })
export type MissingState = z.output<typeof MissingState>

/** The most invoices that one call corrects. */
export const mostCorrected = 200

/** Tabs of the register. */
export const documentGroups = ['all', 'state-missing'] as const
export type DocumentGroup = (typeof documentGroups)[number]

export const documentMessages = {
  group: 'group must be all or state-missing',
  kind: 'kind must be invoice, credit-note or debit-note',
  month: 'month must be a month such as 2026-11',
  state: 'Choose the State of the buyer',
  country: 'Choose the country of the buyer',
  stateOrCountry: 'Choose a State or a country, not both',
  correctedNone: 'Choose at least one document',
  correctedTooMany: `Correct at most ${mostCorrected} documents at once`,
  correctedTwice: 'This document is in the request twice',
  noDebit: 'Nothing of this document can be taken back. Reload the page.',
  debitStale: 'Another debit note was issued meanwhile. Reload the page.',
  debit: 'Enter an amount, at most what is left of the credit note',
  venueAbroad: 'An event is taxed where it is held. Choose the State of the venue.',
} as const
