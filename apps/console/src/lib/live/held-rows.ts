/** What is shown of a list while new rows wait. */
interface Held<Row> {
  /** The rows that were on the screen, in their order, with their current content. */
  rows: readonly Row[]
  /** How many rows wait. */
  waiting: number
  /** Rows that the list no longer has. */
  left: ReadonlySet<string>
}

/**
 * Compares the rows on the screen with those that the server returns now. Nothing moves: rows keep their place, those
 * that have left the list stay, and new ones are counted.
 *
 * New rows at the head push the last ones to the next page, and a row that leaves pulls one up from there. Neither is
 * news.
 * @param isFull whether the page is as long as it can be, so that there may be rows after it
 */
export function holdRows<Row>(
  shown: readonly Row[],
  current: readonly Row[],
  { idOf, isFull }: { idOf: (row: Row) => string; isFull: boolean },
): Held<Row> {
  const now = new Map(current.map((row) => [idOf(row), row]))
  const before = new Set(shown.map(idOf))
  const lastKept = shown.findLastIndex((row) => now.has(idOf(row)))
  const lastKnown = current.findLastIndex((row) => before.has(idOf(row)))
  const waiting = current.filter(
    (row, place) => !before.has(idOf(row)) && !(isFull && place > lastKnown && lastKnown !== -1),
  ).length
  const left = shown.filter((row, place) => {
    if (now.has(idOf(row))) return false
    const isPushedOut = isFull && place > lastKept && shown.length - place <= waiting
    return !isPushedOut
  })
  return {
    rows: shown.map((row) => now.get(idOf(row)) ?? row),
    waiting,
    left: new Set(left.map(idOf)),
  }
}

/** Returns the ids of rows whose content differs. */
export function changedRows<Row>(
  before: readonly Row[],
  after: readonly Row[],
  idOf: (row: Row) => string,
): string[] {
  const known = new Map(before.map((row) => [idOf(row), row]))
  return after.flatMap((row) => {
    const old = known.get(idOf(row))
    return old !== undefined && old !== row && JSON.stringify(old) !== JSON.stringify(row) ? [idOf(row)] : []
  })
}
