/** How many of a phone's last digits are in an index of phones. */
export const indexedDigits = 10

/**
 * Returns an SQL condition: the phone in a column ends with the given digits. Its index is on
 * `left(phone_from_its_end(COLUMN), 10) collate "C"`.
 * @param add returns the placeholder of a text
 */
export function phoneEndsWith(column: string, digits: string, add: (text: string) => string): string {
  const phone = `phone_from_its_end(${column})`
  const indexedEnd = `left(${phone}, ${indexedDigits}) collate "C"`
  const reversed = [...digits].reverse().join('')
  if (reversed.length < indexedDigits) {
    // ':' follows '9', so this is the range of all texts that begin with the given digits.
    return `${indexedEnd} >= ${add(reversed)} and ${indexedEnd} < ${add(`${reversed}:`)}`
  }
  return `${indexedEnd} = ${add(reversed.slice(0, indexedDigits))} and ${phone} ^@ ${add(reversed)}`
}
