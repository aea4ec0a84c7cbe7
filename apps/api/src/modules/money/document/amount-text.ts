import type { CurrencyCode } from '@greenroom/contract/money'

const symbols: Record<CurrencyCode, string> = { INR: '₹', USD: '$' }
const unitNames: Record<CurrencyCode, { major: string; minor: string }> = {
  INR: { major: 'Rupees', minor: 'paise' },
  USD: { major: 'US dollars', minor: 'cents' },
}
const indianGroups = new Intl.NumberFormat('en-IN')

/**
 * Formats an amount in figures: 12450000 paise are ₹1,24,500.00 (LIM-03), −50000 are −₹500.00. Uses whole numbers, so it
 * is exact.
 */
export function amountInFigures(minor: number, currency: CurrencyCode): string {
  if (minor < 0) return `−${amountInFigures(-minor, currency)}`
  const [major, rest] = parts(minor)
  return `${symbols[currency]}${indianGroups.format(major)}.${String(rest).padStart(2, '0')}`
}

/** Formats an amount in words, grouped by lakh and crore: "Rupees one lakh and fifty paise only". */
export function amountInWords(minor: number, currency: CurrencyCode): string {
  const [major, rest] = parts(minor)
  const { major: majorName, minor: minorName } = unitNames[currency]
  const fraction = rest === 0n ? '' : ` and ${inWords(rest)} ${minorName}`
  return `${majorName} ${inWords(major)}${fraction} only`
}

function parts(minor: number): [major: bigint, rest: bigint] {
  const exact = BigInt(minor)
  return [exact / 100n, exact % 100n]
}

const small = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const groups: readonly (readonly [size: bigint, name: string])[] = [
  [10_000_000n, 'crore'],
  [100_000n, 'lakh'],
  [1000n, 'thousand'],
  [100n, 'hundred'],
]

function inWords(number: bigint): string {
  if (number < 20n) return small[Number(number)] ?? ''
  if (number < 100n) {
    const unit = Number(number % 10n)
    const ten = tens[Number(number / 10n)] ?? ''
    return unit === 0 ? ten : `${ten}-${small[unit]}`
  }
  for (const [size, name] of groups) {
    if (number < size) continue
    const rest = number % size
    const head = `${inWords(number / size)} ${name}`
    return rest === 0n ? head : `${head} ${inWords(rest)}`
  }
  return ''
}
