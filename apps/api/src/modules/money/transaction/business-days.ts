/** India's offset, as in the database function business_day. */
const businessOffset = 5.5 * 3_600_000
const dayLength = 86_400_000

/** A time span: `from` is inclusive, `until` is exclusive, null is open. Milliseconds. */
export interface Span {
  from: number | null
  until: number | null
}

/** A span divided for the counts by business day. Days are numbered from 1970-01-01; null is open. */
interface CountedSpan {
  /** The whole days inside: `firstDay` is inclusive, `endDay` is exclusive. */
  firstDay: number | null
  endDay: number | null
  /** The remaining parts at both ends, the later one first; their transactions are counted one by one. */
  edges: { from: number; until: number }[]
}

const startOf = (day: number) => day * dayLength - businessOffset

/** Divides a span into its whole business days and at most two edges, the later one first. */
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

/** Formats an instant for the database, where a five-digit year has no sign. */
export function momentText(moment: number): string {
  return new Date(moment).toISOString().replace(/^\+0*/, '')
}

/** Formats a numbered day for the database. */
export function dayText(day: number): string {
  return momentText(day * dayLength).replace(/T.*/, '')
}
