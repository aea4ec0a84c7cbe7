/** How many of a phone's last digits are in an index of phones. */
export const indexedDigits = 10

/**
 * Returns an SQL condition: the phone in a column ends with the given digits, or is the same one in another spelling if
 * they are a whole number. Its index is on `left(phone_from_its_end(COLUMN), 10) collate "C"`.
 * @param add returns the placeholder of a text
 */
export function phoneEndsWith(column: string, digits: string, add: (text: string) => string): string {
  const indexedEnd = `left(phone_from_its_end(${column}), ${indexedDigits}) collate "C"`
  const whole = [...digits].reverse().join('')
  const reversed = whole.slice(0, indexedDigits)
  if (reversed.length < indexedDigits) {
    // ':' follows '9', so this is the range of all texts that begin with the given digits.
    return `${indexedEnd} >= ${add(reversed)} and ${indexedEnd} < ${add(`${reversed}:`)}`
  }
  // A number of another country can have the same end.
  return `${indexedEnd} = ${add(reversed)}
    and coalesce(phone_key(${column}) = phone_key(${add(digits)}), phone_from_its_end(${column}) ^@ ${add(whole)})`
}
