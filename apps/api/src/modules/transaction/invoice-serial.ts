const indianOffset = 5.5 * 3_600_000

/** The Indian financial year of a moment, from 1 April to 31 March in India, by the year in which it begins. */
export function financialYearOf(moment: Date): number {
  const inIndia = new Date(moment.getTime() + indianOffset)
  return inIndia.getUTCMonth() >= 3 ? inIndia.getUTCFullYear() : inIndia.getUTCFullYear() - 1
}

const longestSerial = 16

/**
 * The serial of a tax document, at most 16 letters, digits and strokes (Rule 46): "GR/2627/000042". A series that is too
 * long for it stands without the first stroke.
 * @param financialYear the year in which it begins
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

/** Credit notes are numbered on their own. */
export function creditNoteSeries(invoiceSeries: string): string {
  return `${invoiceSeries}C`
}
