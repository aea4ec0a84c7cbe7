import { otherTexts } from '../apps/api/src/modules/people/person/other-texts.ts'
import {
  personalColumns,
  personalTables,
  wordsOf,
} from '../apps/api/src/modules/people/person/personal-tables.ts'
import { pageFile, runPageCommand, table, withPart } from './generated-part.ts'

/** The page with the inventory of columns that can hold text. */
export const inventoryPage = pageFile('docs/personal-data.md')

function inventoryTable(): string {
  const rows = Object.keys({ ...personalTables, ...otherTexts })
    .sort()
    .map((name) => {
      const declared = personalTables[name]
      const personal = Object.entries(personalColumns(name)).map(
        ([column, kind]) => `\`${column}\`${kind === 'record' ? '' : '\\*'}`,
      )
      const [effect, , why] = declared?.erased ?? []
      const exported = declared?.exported ?? { not: '' }
      return [
        `\`${name}\``,
        personal.join(', '),
        effect ? `${effect}: ${why}` : '',
        'as' in exported ? `\`${exported.as}\`` : exported.not && `no: ${exported.not}`,
        wordsOf(declared?.other ?? otherTexts[name])
          .map((column) => `\`${column}\``)
          .join(', '),
      ]
    })
  return table(['Table', 'Personal', 'When the person is erased', 'Exported as', 'Not personal'], rows)
}

/** Replaces the inventory of the page. */
export function withInventory(page: string): string {
  return withPart(page, 'inventory', inventoryTable())
}

runPageCommand(import.meta.url, inventoryPage, withInventory)
