/** Longest part of an order ID that fits its column. */
const longestId = 16
/** Last characters shown of a longer one. */
const shownOfLong = 12

/**
 * Splits an order ID into the part that is shown and what comes before it: "order_47H2vRAMcQNpq2" shows
 * "47H2vRAMcQNpq2".
 * @returns isCut: more than the common prefix is hidden
 */
export function orderIdParts(reference: string): { hidden: string; shown: string; isCut: boolean } {
  const prefix = /^[a-z]+_(?=.)/.exec(reference)?.[0] ?? ''
  const isCut = reference.length - prefix.length > longestId
  const from = isCut ? reference.length - shownOfLong : prefix.length
  return { hidden: reference.slice(0, from), shown: reference.slice(from), isCut }
}
