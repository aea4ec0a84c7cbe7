/** Groups rows by a column and keeps their order. */
export function groupBy<Row, Key = string>(rows: readonly Row[], column: (row: Row) => Key): Map<Key, Row[]> {
  const groups = new Map<Key, Row[]>()
  for (const row of rows) {
    const group = groups.get(column(row))
    if (group) group.push(row)
    else groups.set(column(row), [row])
  }
  return groups
}
