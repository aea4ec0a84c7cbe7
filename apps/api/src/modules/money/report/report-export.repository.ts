import type { RowStatement } from '../../../platform/database/row-cursor.ts'
import type { TableRow } from '../../../platform/table-file/table-column.ts'

/** Returns the statement that reads rows which are known already, in their order. */
export function statementOf(rows: readonly TableRow[], columns: number): RowStatement {
  const cells = Array.from({ length: columns }, (_, index) => `cells ->> ${index}`)
  return {
    text: `select ${cells.join(', ')} from jsonb_array_elements($1::jsonb) with ordinality as report_row (cells, n) order by n`,
    values: [JSON.stringify(rows)],
  }
}
