import { CurrencyCode } from '@greenroom/contract/money'
import { gstPercent } from '@greenroom/contract/payment-page/payment-page.schema'
import * as z from 'zod/mini'
import { stateWithCode } from './indian-states.ts'

const Tax = z.object({ name: z.enum(['CGST', 'SGST', 'IGST']), percent: z.number(), amount: z.int() })

/**
 * The content of an invoice except its serial and date. It is stored as issued, so later settings do not change it.
 */
export const InvoiceContent = z.object({
  supplier: z.object({ name: z.string(), address: z.string(), state: z.string(), gstin: z.string() }),
  recipient: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    state: z.string(),
    gstin: z.nullable(z.string()),
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
  currency_code: CurrencyCode,
  amount: z.int(),
  taxable: z.int(),
  taxes: z.array(Tax),
  place_of_supply: z.string(),
  is_export: z.boolean(),
  /** Whether the sandbox took the payment; the document says so. */
  sandbox: z._default(z.boolean(), false),
})
export type InvoiceContent = z.output<typeof InvoiceContent>

/**
 * Returns the kind of document for a transaction's status (OQ-054): a tax invoice if it was paid, none while it is
 * pending.
 */
export function documentFor(status: string): 'none' | 'invoice' | 'invoice and credit note' | 'statement' {
  switch (status) {
    case 'pending':
      return 'none'
    case 'completed':
      return 'invoice'
    case 'refunded':
      return 'invoice and credit note'
    default:
      return 'statement'
  }
}

/**
 * Splits a paid amount, GST included, into its taxable value and the taxes (OQ-054). The taxable value is rounded
 * half up; the parts always add up to the amount in minor units.
 * @param supply destination: the supplier's State, another State, or untaxed
 */
export function divideGst(
  amount: number,
  supply: 'same State' | 'another State' | 'untaxed',
): Pick<InvoiceContent, 'taxable' | 'taxes'> {
  if (supply === 'untaxed') return { taxable: amount, taxes: [] }
  const divisor = BigInt(100 + gstPercent)
  const taxable = Number((BigInt(amount) * 200n + divisor) / (2n * divisor))
  const gst = amount - taxable
  if (supply === 'another State')
    return { taxable, taxes: [{ name: 'IGST', percent: gstPercent, amount: gst }] }
  const central = Math.ceil(gst / 2)
  const half = gstPercent / 2
  return {
    taxable,
    taxes: [
      { name: 'CGST', percent: half, amount: central },
      { name: 'SGST', percent: half, amount: gst - central },
    ],
  }
}

/** What an invoice uses of a transaction. */
export interface InvoicedTransaction {
  reference_order_id: string
  payment_id: string | null
  amount: number
  currency_code: string
  created_at: Date
  entity_type: string
  entity_title: string
  entity_start_time: Date | null
  user_first_name: string
  user_last_name: string
  user_phone: string
  user_email: string
  billing_state: string | null
  gstin: string | null
}

export interface InvoiceSettings {
  COMPANY_NAME: string
  COMPANY_ADDRESS: string
  COMPANY_STATE: string
  COMPANY_GSTIN: string
  INVOICE_SAC: string
  INVOICE_SERIES: string
  GST_ON_USD_ORDERS: 'on' | 'off'
}

/**
 * Builds the content of a transaction's document from the current settings. The supplier's State is the default of
 * the buyer's. A sale in dollars without GST and without an Indian State is an export.
 */
export function contentOf(
  transaction: InvoicedTransaction,
  settings: InvoiceSettings,
): Omit<InvoiceContent, 'sandbox'> {
  const currency = CurrencyCode.parse(transaction.currency_code)
  const supplierState = stateWithCode(settings.COMPANY_STATE)
  const billingState = transaction.billing_state?.trim() ? stateWithCode(transaction.billing_state) : null
  const isUntaxed = currency === 'USD' && settings.GST_ON_USD_ORDERS === 'off'
  const isExport = isUntaxed && billingState === null
  const state = isExport ? 'Outside India (96)' : (billingState ?? supplierState)
  const supply = isUntaxed ? 'untaxed' : state === supplierState ? 'same State' : 'another State'
  return {
    supplier: {
      name: settings.COMPANY_NAME,
      address: settings.COMPANY_ADDRESS,
      state: supplierState,
      gstin: settings.COMPANY_GSTIN,
    },
    recipient: {
      name: `${transaction.user_first_name} ${transaction.user_last_name}`.trim(),
      email: transaction.user_email,
      phone: transaction.user_phone,
      state,
      gstin: transaction.gstin?.trim() || null,
    },
    order: {
      reference: transaction.reference_order_id,
      placed_at: transaction.created_at.toISOString(),
      entity_type: transaction.entity_type,
      title: transaction.entity_title,
      start_time: transaction.entity_start_time?.toISOString() ?? null,
      payment_id: transaction.payment_id,
    },
    sac: settings.INVOICE_SAC,
    currency_code: currency,
    amount: transaction.amount,
    ...divideGst(transaction.amount, supply),
    place_of_supply: state,
    is_export: isExport,
  }
}
