import { textColumns } from '../apps/api/src/platform/database/text-columns.ts'
import { pageFile, runPageCommand, table, withPart } from './generated-part.ts'

/** The page with the inventory of columns that can hold text. */
export const inventoryPage = pageFile('docs/personal-data.md')

function inventoryTable(): string {
  const names = (columns: readonly string[]) => columns.join(', ')
  const rows = Object.entries(textColumns).map(([tableName, { personal = {}, erased = '', other = [] }]) => {
    const columns = Object.entries(personal).map(
      ([name, kind]) => `\`${name}\`${kind === 'record' ? '' : '\\*'}`,
    )
    return [`\`${tableName}\``, names(columns), erased, names(other.map((name) => `\`${name}\``))]
  })
  return table(['Table', 'Personal', 'When the person is erased', 'Not personal'], rows)
}

/** Replaces the inventory of the page. */
export function withInventory(page: string): string {
  return withPart(page, 'inventory', inventoryTable())
}

runPageCommand(import.meta.url, inventoryPage, withInventory)
