/** India's offset, as the function business_day of the database has it. */
const businessOffset = 5.5 * 3_600_000
const dayLength = 86_400_000

/** A span of time: from `from`, up to and without `until`; null is open. Milliseconds. */
export interface Span {
  from: number | null
  until: number | null
}

/** A span as the counts by business day see it. Days are numbered from 1970-01-01; null is open. */
export interface CountedSpan {
  /** The whole days inside: from `firstDay`, up to and without `endDay`. */
  firstDay: number | null
  endDay: number | null
  /** What is left at the late and at the early end; its transactions have to be counted one by one. */
  edges: { from: number; until: number }[]
}

const startOf = (day: number) => day * dayLength - businessOffset

/** Divides a span into the whole business days inside it and at most two edges, the later one first. */
export function countedSpan({ from, until }: Span): CountedSpan {
  const firstDay = from === null ? null : Math.ceil((from + businessOffset) / dayLength)
  const endDay = until === null ? null : Math.floor((until + businessOffset) / dayLength)
  if (from !== null && until !== null && firstDay !== null && endDay !== null && firstDay > endDay) {
    return { firstDay, endDay: firstDay, edges: from < until ? [{ from, until }] : [] }
  }
  const edges: CountedSpan['edges'] = []
  if (until !== null && endDay !== null && startOf(endDay) < until) {
    edges.push({ from: startOf(endDay), until })
  }
  if (from !== null && firstDay !== null && from < startOf(firstDay)) {
    edges.push({ from, until: startOf(firstDay) })
  }
  return { firstDay, endDay, edges }
}

/** A moment as the database reads it; a year of five digits has no sign there. */
export function momentText(moment: number): string {
  return new Date(moment).toISOString().replace(/^\+0*/, '')
}

/** A numbered day as the database reads it. */
export function dayText(day: number): string {
  return momentText(day * dayLength).replace(/T.*/, '')
}
