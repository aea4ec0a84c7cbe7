/** What is taxed how: tax of the Union and the State, tax of the Union alone, or none. */
export type TaxKind = 'intra-state' | 'inter-state' | 'none'

/** A total with the tax in it, in minor units: total = taxable + cgst + sgst + igst, and cgst = sgst. */
export interface GstAmounts {
  total: number
  taxable: number
  cgst: number
  /** SGST, or UTGST in a Union Territory without a legislature. */
  sgst: number
  igst: number
}

/**
 * Splits a paid amount, GST included, into its taxable value and the taxes, exact to the paisa. Inside the State one
 * half of the tax is rounded half up and the other half equals it; the taxable value is the rest. Nothing is rounded to
 * rupees: section 170 of the CGST Act concerns the payment with the return.
 * @param total in minor units
 * @param ratePercent with at most two decimals
 */
export function gstAmounts(total: number, kind: TaxKind, ratePercent: number): GstAmounts {
  if (!Number.isSafeInteger(total) || total < 0) throw new RangeError(`${total} is no amount in minor units`)
  const base = { total, taxable: total, cgst: 0, sgst: 0, igst: 0 }
  if (kind === 'none') return base
  const rate = BigInt(Math.round(ratePercent * 100))
  const divisor = 10_000n + rate
  if (kind === 'inter-state') {
    const igst = Number(roundedHalfUp(BigInt(total) * rate, divisor))
    return { ...base, taxable: total - igst, igst }
  }
  const half = Number(roundedHalfUp(BigInt(total) * rate, 2n * divisor))
  return { ...base, taxable: total - 2 * half, cgst: half, sgst: half }
}

/**
 * Returns what a credit note takes of a document's amounts. Each note takes the tax of everything credited so far less
 * the tax of the earlier notes, so rounding does not add up and the last note takes the rest. The notes never exceed
 * the document in a tax. Parts below 3 paise can leave tax uncredited, because its halves stay equal.
 * @param earlier what earlier notes of the document took
 * @throws RangeError if the part exceeds what is left
 */
export function creditAmounts(
  document: GstAmounts,
  part: number,
  earlier: readonly GstAmounts[] = [],
): GstAmounts {
  const sumOf = (name: keyof GstAmounts) => earlier.reduce((sum, amounts) => sum + amounts[name], 0)
  const credited = sumOf('total')
  const left = document.total - credited
  if (!Number.isSafeInteger(part) || part < 0 || part > left) {
    throw new RangeError(`${part} cannot be credited: ${left} of ${document.total} is left`)
  }
  const isInterState = document.igst > 0
  // Documents of an older version can have an odd paisa in CGST.
  const tax = isInterState ? document.igst : Math.min(document.cgst, document.sgst)
  const taken = sumOf(isInterState ? 'igst' : 'cgst')
  const shares = isInterState ? 1 : 2
  const due =
    document.total === 0
      ? 0
      : Number(roundedHalfUp(BigInt(tax) * BigInt(credited + part), BigInt(document.total)))
  const least = Math.ceil((part - (document.taxable - sumOf('taxable'))) / shares)
  const most = Math.min(tax - taken, Math.floor(part / shares))
  const share = Math.min(Math.max(due - taken, least, 0), most)
  const taxable = part - shares * share
  return isInterState
    ? { total: part, taxable, cgst: 0, sgst: 0, igst: share }
    : { total: part, taxable, cgst: share, sgst: share, igst: 0 }
}

/** Divides whole numbers, rounding half up. */
function roundedHalfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor)
}
