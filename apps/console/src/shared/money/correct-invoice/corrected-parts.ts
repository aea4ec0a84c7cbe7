import type { VenuePlace } from '@greenroom/contract/gst-state'
import type { CorrectionPreview, InvoiceSide } from '@greenroom/contract/money/document/correction.schema'
import { formatMoney } from '../../../lib/money.ts'
import { correctInvoiceMessages as messages } from './correct-invoice-messages.ts'

/** What the form of a correction holds. `place` is the GST code of a State or the ISO code of a country. */
export interface CorrectionValues {
  name: string
  address: string
  gstin: string
  place: string | null
  venue: VenuePlace | null
}

/** The parts of a correction that a call sends. */
export type CorrectedParts = {
  name?: string
  address?: string
  gstin?: string
  state?: string
  country?: string
  venue_state?: VenuePlace
}

/** Returns what the form shows of an order. */
export function valuesOf({ billing, venue }: CorrectionPreview): CorrectionValues {
  const { name, address, gstin, state, country } = billing
  return { name, address, gstin, place: state ?? country, venue: venue?.state ?? null }
}

/** Returns the parts that differ from what the order has. */
export function changedParts(now: CorrectionValues, wanted: CorrectionValues): CorrectedParts {
  const { place, venue } = wanted
  return {
    ...(wanted.name !== now.name && { name: wanted.name }),
    ...(wanted.address !== now.address && { address: wanted.address }),
    ...(wanted.gstin !== now.gstin && { gstin: wanted.gstin }),
    // The codes of States are digits, those of countries letters.
    ...(place !== null && place !== now.place && (/^\d/.test(place) ? { state: place } : { country: place })),
    ...(venue !== null && venue !== now.venue && { venue_state: venue }),
  }
}

/** A line of the comparison of two invoices. */
interface ComparedLine {
  part: keyof typeof messages.parts
  before: string
  after: string
  isChanged: boolean
}

/** Compares an invoice with its correction, line by line. Taxes of nothing on both sides are left out. */
export function comparedLines({ before, after, currency_code: currency }: CorrectionPreview): ComparedLine[] {
  const texts = ['name', 'address', 'gstin', 'state', 'country', 'place_of_supply'] as const
  const amounts = ['taxable', 'cgst', 'sgst', 'igst'] as const
  const line = (part: ComparedLine['part'], show: (side: InvoiceSide) => string): ComparedLine => ({
    part,
    before: show(before),
    after: show(after),
    isChanged: before[part] !== after[part],
  })
  return [
    ...texts.map((part) => line(part, (side) => side[part] || messages.none)),
    ...amounts
      .filter((part) => before[part] !== 0 || after[part] !== 0)
      .map((part) => line(part, (side) => formatMoney(side[part], currency))),
  ]
}
