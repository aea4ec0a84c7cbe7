/** A number format: its pattern and its group separator. A remaining comma is the decimal point. */
const notations: [pattern: RegExp, group: RegExp | string][] = [
  [/^(\d+(\.\d+)?|\.\d+|\d+,\d{1,2})$/, ''],
  // 1,234,567.50 and 12,34,567.50
  [/^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/, ','],
  [/^[1-9]\d?(,\d{2})*,\d{3}(\.\d+)?$/, ','],
  // 1.999,00 and 1.234.567; 1.999 alone is a decimal.
  [/^[1-9]\d{0,2}((\.\d{3})+,\d{1,2}|(\.\d{3}){2,})$/, '.'],
  // 1 999,00 and 1'999.00
  [/^[1-9]\d{0,2}([\s'’]\d{3})+([.,]\d{1,2})?$/, /[\s'’]/g],
]

/**
 * Parses a number as people write it: "2,499.50", "5,00,000", "1.999,00", "1 999,00" or "7,5".
 * @returns digits with an optional decimal point; null for anything else, including signs and exponents
 */
export function readNumber(text: string): string | null {
  const number = text.trim().replace(/(?<=\d)\.$/, '')
  const notation = notations.find(([pattern]) => pattern.test(number))
  return notation ? number.replaceAll(notation[1], '').replace(',', '.') : null
}
