/** Groups rows by a column and keeps their order. */
export function groupBy<Row>(rows: readonly Row[], column: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(column(row))
    if (group) group.push(row)
    else groups.set(column(row), [row])
  }
  return groups
}
