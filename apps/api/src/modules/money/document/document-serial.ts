/** Rule 46(b) of the CGST Rules. */
const longestSerial = 16
const digits = 6

/** A series of numbers: the prefix of the settings, and the code of the series that a restore opened. */
export interface Series {
  prefix: string
  /** Three characters, or an empty text. */
  code: string
}

/** Returns the name under which a series is stored: "GR", and "GR-K3F" after a restore. */
export function seriesName({ prefix, code }: Series): string {
  return code ? `${prefix}-${code}` : prefix
}

/**
 * Formats the serial of a tax document: at most 16 letters, digits and slashes, "GR/2627/000042", and
 * "GR/2627/K3F00042" in the series of a restore. The first slash is left out if the prefix is too long.
 * @param financialYear the year in which it starts
 * @throws Error when the numbers of the year are used up
 */
export function serialOf(series: Series, financialYear: number, number: number): string {
  const years = yearsOf(financialYear)
  const longest = [`${series.prefix}/${years}/`, `${series.prefix}${years}/`].flatMap((start) =>
    // A longer code leaves fewer leading zeros.
    [digits, digits - 1, digits - 2, digits - 3].map(
      (length) => start + series.code + String(number).padStart(length, '0'),
    ),
  )
  const serial = longest.find((text) => text.length <= longestSerial)
  if (!serial) {
    throw new Error(
      `The series ${seriesName(series)} has no number left in the financial year ${years}. Run npm run new-series.`,
    )
  }
  return serial
}

/** Returns what the serials of a series in a financial year begin with: "GR/2627/". */
export function serialStart(series: Series, financialYear: number): string {
  return serialOf(series, financialYear, 1).replace(/\d+$/, '')
}

/** Credit notes have a series of their own. */
export function creditNotePrefix(invoicePrefix: string): string {
  return `${invoicePrefix}C`
}

/** Debit notes have a series of their own. */
export function debitNotePrefix(invoicePrefix: string): string {
  return `${invoicePrefix}D`
}

/**
 * Credit notes without tax are no documents of the return, so they take none of its numbers. Debit notes against them
 * are in the same series.
 */
export function financialNotePrefix(invoicePrefix: string): string {
  return `${invoicePrefix}F`
}

/** Reads a serial of the form that `serialOf` writes; undefined for another text. */
export function readSerial(
  serial: string,
): { series: string; financialYear: number; number: number } | undefined {
  const found = /^([A-Z0-9]{1,5})\/?(\d{4})\/([A-Z][0-9A-Z]{2})?(\d{3,7})$/.exec(serial.trim().toUpperCase())
  if (!found) return undefined
  const [, prefix = '', years = '', code = '', number = ''] = found
  const financialYear = 2000 + Number(years.slice(0, 2))
  if (yearsOf(financialYear) !== years) return undefined
  return { series: seriesName({ prefix, code }), financialYear, number: Number(number) }
}

/** A year has fewer of these than there are codes. */
const slot = 16 * 60_000

/**
 * Returns the code of a series that is opened now: three characters that name the 16 minutes within the
 * financial year, beginning with a letter. A second restore of the same backup later gets another code.
 */
export function newSeriesCode(now: Date): string {
  const inIndia = new Date(now.getTime() + 5.5 * 3_600_000)
  const year = inIndia.getUTCMonth() >= 3 ? inIndia.getUTCFullYear() : inIndia.getUTCFullYear() - 1
  const slots = Math.floor((inIndia.getTime() - Date.UTC(year, 3, 1)) / slot)
  return (codesBeforeLetters + slots).toString(36).toUpperCase()
}

/** The first number with three digits to the base 36 of which the first is a letter: "A00". */
const codesBeforeLetters = 10 * 36 * 36

function yearsOf(financialYear: number): string {
  return [financialYear, financialYear + 1].map((year) => String(year % 100).padStart(2, '0')).join('')
}
