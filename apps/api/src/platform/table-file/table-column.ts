/**
 * How a column's texts from the database become cells. An amount is in minor units of a currency with two decimals, a
 * moment is "2026-11-22 14:05:00" in the zone that the heading names, a day is "2026-11-22".
 */
export interface TableColumn {
  heading: string
  kind: 'text' | 'integer' | 'number' | 'amount' | 'moment' | 'day'
}

export type TableRow = readonly (string | null)[]

/** Formats minor units as a decimal number: "249900" becomes "2499.00". */
export function decimalText(minorUnits: string): string {
  const sign = minorUnits.startsWith('-') ? '-' : ''
  const digits = minorUnits.slice(sign.length).padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
