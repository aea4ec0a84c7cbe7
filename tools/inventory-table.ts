import { textColumns } from '../apps/api/src/platform/database/text-columns.ts'
import { cell, pageFile, runPageCommand, withPart } from './generated-part.ts'

/** The page with the inventory of columns that can hold text. */
export const inventoryPage = pageFile('docs/personal-data.md')

function inventoryTable(): string {
  const names = (columns: readonly string[]) => columns.join(', ')
  const rows = Object.entries(textColumns).map(([table, { personal = {}, erased = '', other = [] }]) => {
    const columns = Object.entries(personal).map(
      ([name, kind]) => `\`${name}\`${kind === 'record' ? '' : '\\*'}`,
    )
    const cells = [`\`${table}\``, names(columns), cell(erased), names(other.map((name) => `\`${name}\``))]
    return `| ${cells.join(' | ')} |`
  })
  return [
    '| Table | Personal | When the person is erased | Not personal |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}

/** Replaces the inventory of the page. */
export function withInventory(page: string): string {
  return withPart(page, 'inventory', inventoryTable())
}

runPageCommand(import.meta.url, inventoryPage, withInventory)
