import { dayIn, taxTimeZone } from '@greenroom/contract/calendar-day'
import { countryName } from '@greenroom/contract/country'
import { CurrencyCode } from '@greenroom/contract/money'
import { type DocumentFlag, supplyKinds } from '@greenroom/contract/money/document/document.schema'
import * as z from 'zod/mini'
import {
  dayOfRate,
  settingsOn,
  type TaxPeriod,
  type TaxPeriodSettings,
  timeOfSupply,
} from '../../../tax-period.ts'
import { creditAmounts, type GstAmounts, gstAmounts, type TaxKind } from './gst-amounts.ts'
import { normalizedGstin, stateOfGstin } from './gstin.ts'
import {
  endorsements,
  type Supply,
  type SupplySettings,
  supplyOf,
  supplyRules,
  type Venue,
} from './place-of-supply.ts'
import { type PlaceCode, placeName, stateCodeOf, stateTaxName } from './states.ts'

const Tax = z.object({
  name: z.enum(['CGST', 'SGST', 'UTGST', 'IGST']),
  percent: z.number(),
  amount: z.int(),
})

/**
 * The content of a tax document except its serial and date. It is stored as issued, so later settings and records do
 * not change it. Members with a default came later: `readContent` reads older documents.
 */
export const DocumentContent = z.object({
  supplier: z.object({ name: z.string(), address: z.string(), state: z.string(), gstin: z.string() }),
  recipient: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z._default(z.string(), ''),
    /** As printed: "Karnataka (29)"; empty if it is unknown. */
    state: z.string(),
    /** The country's name; empty if it is unknown. */
    country: z._default(z.string(), ''),
    /** Only a valid one, or a Unique Identity Number; null for other unregistered recipients. */
    gstin: z.nullable(z.string()),
    /** What was given as GSTIN and is none. */
    refused_gstin: z._default(z.nullable(z.string()), null),
  }),
  order: z.object({
    reference: z.string(),
    placed_at: z.string(),
    entity_type: z.string(),
    title: z.string(),
    start_time: z.nullable(z.string()),
    payment_id: z.nullable(z.string()),
  }),
  sac: z.string(),
  rate_percent: z._default(z.number(), 18),
  currency_code: CurrencyCode,
  /** By the payment gateway; null in rupees, or if it didn't say. */
  usd_rate: z._default(
    z.nullable(
      z.object({
        /** For one dollar, with four decimals. */
        rupees: z.string(),
        /** The day of the payment in India, YYYY-MM-DD. */
        on: z.string(),
      }),
    ),
    null,
  ),
  /** The total, tax included, in minor units. */
  amount: z.int(),
  /** What was taken off the list price, in minor units; null without a discount, and on credit notes. */
  discount: z._default(
    z.nullable(
      z.object({
        coupon: z.nullable(z.string()),
        /** Tax included, as the buyer saw it. */
        amount: z.int(),
        /** What the discount takes off the taxable value. */
        taxable: z.int(),
      }),
    ),
    null,
  ),
  taxable: z.int(),
  taxes: z.array(Tax),
  supply: z._default(z.enum(supplyKinds), 'b2c'),
  /** As printed: "Karnataka (29)". */
  place_of_supply: z.string(),
  /** Two digits; empty in documents whose State nobody could read. */
  place_of_supply_code: z._default(z.string(), ''),
  is_state_missing: z._default(z.boolean(), false),
  is_export: z.boolean(),
  /** Printed on exports, and on supplies to Special Economic Zones. */
  endorsement: z._default(z.nullable(z.string()), null),
  /** The reference number of the letter of undertaking, on documents without tax that have one. */
  lut_number: z._default(z.nullable(z.string()), null),
  /** Whether the recipient's address and country are printed (Rule 46(d), (e) and the proviso on exports). */
  has_address: z._default(z.boolean(), false),
  flags: z._default(z.array(z.string()), []),
  /** The rule that decided the place of supply, and its source. */
  rule: z._default(z.nullable(z.object({ name: z.string(), source: z.string() })), null),
  /** Whether a credit note came too late to reduce tax: its amounts have none (CGST Act, section 34(2)). */
  is_financial: z._default(z.boolean(), false),
  /** Whether the sandbox took the payment; the document is marked as a test. */
  sandbox: z._default(z.boolean(), false),
})
export type DocumentContent = z.output<typeof DocumentContent>

/** Reads a stored content, also one of an older version. */
export function readContent(stored: unknown): DocumentContent {
  const content = DocumentContent.parse(stored)
  if (content.rule !== null) return content
  const code = /\((\d\d)\)$/.exec(content.place_of_supply)?.[1] ?? ''
  return {
    ...content,
    rate_percent: content.taxes.reduce((sum, tax) => sum + tax.percent, 0),
    supply: content.is_export ? 'export' : content.recipient.gstin === null ? 'b2c' : 'b2b',
    place_of_supply_code: content.place_of_supply_code || code,
    endorsement: content.endorsement ?? (content.is_export ? endorsements.export.withoutTax : null),
  }
}

/** What a document uses of a transaction. */
export interface DocumentedTransaction {
  reference_order_id: string
  payment_id: string | null
  amount: number
  coupon_code: string | null
  /** What the coupon took off the price, in minor units; `amount` is without it. */
  discount_amount: number
  currency_code: string
  created_at: Date
  /** When the money arrived. */
  completed_at: Date | null
  entity_type: string
  entity_title: string
  entity_start_time: Date | null
  user_first_name: string
  user_last_name: string
  user_phone: string
  user_email: string
  billing_name: string | null
  billing_address: string | null
  billing_state: string | null
  billing_country: string | null
  gstin: string | null
  is_sez: boolean
  /** Rupees for one dollar by the payment gateway; null in rupees, or if it didn't say. */
  usd_rate: string | null
}

export interface DocumentSettings extends SupplySettings, TaxPeriodSettings {
  COMPANY_NAME: string
  COMPANY_STATE: string
  COMPANY_GSTIN: string
  TAX_PERIODS: readonly TaxPeriod[]
}

/**
 * In minor units. From this value on, an unregistered recipient's name and address are required. @see Rule 46(e)
 */
const addressFrom = 50_000_00

/**
 * Builds the content of a transaction's document from the settings of the time of supply.
 * @param venue where the event is held; null for everything online
 * @param invoiced the date of the invoice, YYYY-MM-DD; that of the payment if it is left out
 */
export function contentOf(
  transaction: DocumentedTransaction,
  venue: Venue | null,
  allSettings: DocumentSettings,
  invoiced?: string,
): Omit<DocumentContent, 'sandbox'> {
  const dayOf = (moment: Date) => dayIn(moment, taxTimeZone)
  const paid = dayOf(transaction.completed_at ?? transaction.created_at)
  const starts = transaction.entity_start_time
  const days = { paid, invoiced: invoiced ?? paid, takesPlace: starts && dayOf(starts) }
  const settings = settingsOn(allSettings, timeOfSupply(days))
  const rate = settingsOn(allSettings, dayOfRate(days)).GST_RATE
  const currency = CurrencyCode.parse(transaction.currency_code)
  const supplierState = supplierStateOf(settings)
  const supply = supplyOf(
    {
      supplierState,
      supplierGstin: normalizedGstin(settings.COMPANY_GSTIN),
      currency,
      gstin: transaction.gstin,
      isSez: transaction.is_sez,
      billingState: transaction.billing_state,
      billingCountry: transaction.billing_country,
      venue,
    },
    settings,
  )
  const amounts = gstAmounts(transaction.amount, supply.tax, rate)
  const userName = `${transaction.user_first_name} ${transaction.user_last_name}`
  const name = (transaction.billing_name?.trim() || userName).trim()
  const address = transaction.billing_address?.trim() ?? ''
  const isNamed = supply.supply !== 'b2c' || (currency === 'INR' && amounts.total >= addressFrom)
  const flags: DocumentFlag[] = [
    ...supply.flags,
    ...(isNamed && name === '' ? ['name-missing' as const] : []),
    ...(isNamed && address === '' ? ['address-missing' as const] : []),
  ]
  return {
    supplier: {
      name: settings.COMPANY_NAME,
      address: settings.COMPANY_ADDRESS,
      state: placeName(supplierState),
      gstin: settings.COMPANY_GSTIN,
    },
    recipient: {
      name,
      email: transaction.user_email,
      phone: transaction.user_phone,
      address,
      state: supply.recipientState === null ? '' : placeName(supply.recipientState),
      country: supply.recipientCountry === null ? '' : countryName(supply.recipientCountry),
      gstin: supply.gstin,
      refused_gstin: supply.gstin === null ? transaction.gstin?.trim() || null : null,
    },
    order: {
      reference: transaction.reference_order_id,
      placed_at: transaction.created_at.toISOString(),
      entity_type: transaction.entity_type,
      title: transaction.entity_title,
      start_time: transaction.entity_start_time?.toISOString() ?? null,
      payment_id: transaction.payment_id,
    },
    sac: sacOf(transaction.entity_type, supply, settings),
    rate_percent: supply.tax === 'none' ? 0 : rate,
    currency_code: currency,
    usd_rate: transaction.usd_rate === null ? null : { rupees: transaction.usd_rate, on: paid },
    amount: amounts.total,
    discount: discountOf(transaction, amounts, supply.tax, rate),
    taxable: amounts.taxable,
    taxes: taxesOf(amounts, supply, rate),
    supply: supply.supply,
    place_of_supply: placeName(supply.placeOfSupply),
    place_of_supply_code: supply.placeOfSupply,
    is_state_missing: supply.isStateMissing,
    is_export: supply.supply === 'export',
    endorsement: supply.endorsement,
    lut_number: supply.tax === 'none' ? (settings.LUT_NUMBER ?? null) : null,
    has_address:
      supply.supply !== 'b2c' ||
      supply.recipientState === '96' ||
      // The total is never below the taxable value that the rule means, so no document misses its address. The value of
      // dollars in rupees isn't known here.
      currency !== 'INR' ||
      amounts.total >= addressFrom,
    flags,
    is_financial: false,
    rule: { name: supply.rule, source: supplyRules[supply.rule] },
  }
}

/** Returns the service accounting code of what was sold. A webinar is training, like a masterclass. */
function sacOf(entityType: string, { isAtVenue }: Supply, settings: DocumentSettings): string {
  const own = {
    events: isAtVenue ? settings.INVOICE_SAC_EVENTS : undefined,
    membership: settings.INVOICE_SAC_MEMBERSHIPS,
    custom: settings.INVOICE_SAC_PAYMENT_PAGES,
  }[entityType]
  return own ?? settings.INVOICE_SAC
}

/** A discount reduces the value of a supply if the invoice shows it. @see CGST Act, section 15(3)(a) */
function discountOf(
  { coupon_code: coupon, discount_amount: amount }: DocumentedTransaction,
  { total, taxable }: GstAmounts,
  tax: TaxKind,
  rate: number,
): DocumentContent['discount'] {
  if (amount === 0) return null
  return { coupon, amount, taxable: gstAmounts(total + amount, tax, rate).taxable - taxable }
}

/**
 * Returns the content of a credit note for a part of an invoice's amount. Everything else is as invoiced, except that a
 * credit note has the recipient's address at any value (Rule 53(1A)(f)).
 * @param amount in minor units
 * @param earlier the contents of the invoice's earlier credit notes
 * @throws RangeError if the amount exceeds what is left of the invoice
 */
export function creditContentOf(
  invoice: DocumentContent,
  amount: number,
  earlier: readonly DocumentContent[] = [],
): DocumentContent {
  const amounts = creditAmounts(amountsOf(invoice), amount, earlier.map(amountsOf))
  const figures = { CGST: amounts.cgst, SGST: amounts.sgst, UTGST: amounts.sgst, IGST: amounts.igst }
  return {
    ...invoice,
    has_address: true,
    discount: null,
    amount: amounts.total,
    taxable: amounts.taxable,
    taxes: invoice.taxes.map((tax) => ({ ...tax, amount: figures[tax.name] })),
  }
}

/**
 * Returns the content of a debit note that takes back a part of a credit note: the same share of its taxes, exact to the
 * paisa, and all that is left of them with the last part.
 * @param amount in minor units
 * @param earlier the contents of the credit note's earlier debit notes
 * @throws RangeError if the amount exceeds what is left of the credit note
 */
export function debitContentOf(
  note: DocumentContent,
  amount: number,
  earlier: readonly DocumentContent[],
): DocumentContent {
  return { ...creditContentOf(note, amount, earlier), is_financial: note.is_financial }
}

/** Returns a content with negative amounts: what a debit note took back of earlier credit notes. */
export function takenBack(content: DocumentContent): DocumentContent {
  return {
    ...content,
    amount: -content.amount,
    taxable: -content.taxable,
    taxes: content.taxes.map((tax) => ({ ...tax, amount: -tax.amount })),
  }
}

/**
 * Returns the content of a credit note that no longer reduces tax: the whole amount is value, and the tax stays with the
 * supplier.
 * @param amount in minor units
 * @throws RangeError if the amount exceeds what is left of the invoice
 */
export function financialContentOf(
  invoice: DocumentContent,
  amount: number,
  earlier: readonly DocumentContent[] = [],
): DocumentContent {
  const left = earlier.reduce((rest, note) => rest - note.amount, invoice.amount)
  if (amount <= 0 || amount > left) throw new RangeError('a credit note exceeds what is left of its invoice')
  return {
    ...invoice,
    amount,
    taxable: amount,
    taxes: [],
    rate_percent: 0,
    endorsement: null,
    lut_number: null,
    has_address: true,
    discount: null,
    is_financial: true,
  }
}

/** The amounts and taxes of a document. `sgst` also holds the tax of a Union territory (UTGST). */
export function amountsOf(content: Pick<DocumentContent, 'amount' | 'taxable' | 'taxes'>): GstAmounts {
  const sumOf = (...names: string[]) =>
    content.taxes.filter((tax) => names.includes(tax.name)).reduce((sum, tax) => sum + tax.amount, 0)
  return {
    total: content.amount,
    taxable: content.taxable,
    cgst: sumOf('CGST'),
    sgst: sumOf('SGST', 'UTGST'),
    igst: sumOf('IGST'),
  }
}

function taxesOf(amounts: GstAmounts, supply: Supply, rate: number): DocumentContent['taxes'] {
  switch (supply.tax) {
    case 'none':
      return []
    case 'inter-state':
      return [{ name: 'IGST', percent: rate, amount: amounts.igst }]
    case 'intra-state':
      return [
        { name: 'CGST', percent: rate / 2, amount: amounts.cgst },
        { name: stateTaxName(supply.placeOfSupply), percent: rate / 2, amount: amounts.sgst },
      ]
  }
}

/** The supplier's State: the setting's, or that of the GSTIN if the setting names none. */
function supplierStateOf(settings: DocumentSettings): PlaceCode {
  const state = stateCodeOf(settings.COMPANY_STATE, { isIndia: true }) ?? stateOfGstin(settings.COMPANY_GSTIN)
  if (state === null) throw new Error('COMPANY_STATE and COMPANY_GSTIN name no State')
  return state
}
