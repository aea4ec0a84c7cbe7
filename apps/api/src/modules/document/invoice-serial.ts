const indianOffset = 5.5 * 3_600_000

/** Returns the Indian financial year of an instant, 1 April to 31 March in India, by the year in which it starts. */
export function financialYearOf(moment: Date): number {
  const inIndia = new Date(moment.getTime() + indianOffset)
  return inIndia.getUTCMonth() >= 3 ? inIndia.getUTCFullYear() : inIndia.getUTCFullYear() - 1
}

const longestSerial = 16

/**
 * Formats the serial of a tax document: at most 16 letters, digits and slashes (Rule 46), "GR/2627/000042". The first
 * slash is left out if the series is too long.
 * @param financialYear the year in which it starts
 * @throws Error when the numbers of the year are used up
 */
export function serialOf(series: string, financialYear: number, number: number): string {
  const years = [financialYear, financialYear + 1].map((year) => String(year % 100).padStart(2, '0')).join('')
  const digits = String(number).padStart(6, '0')
  const serial = [`${series}/${years}/${digits}`, `${series}${years}/${digits}`].find(
    (text) => text.length <= longestSerial,
  )
  if (!serial) throw new Error(`The series ${series} has no number left in the financial year ${years}.`)
  return serial
}

/** Credit notes have a series of their own. */
export function creditNoteSeries(invoiceSeries: string): string {
  return `${invoiceSeries}C`
}
