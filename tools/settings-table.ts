import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as z from 'zod'
import { SettingsSchema } from '../apps/api/src/settings.ts'

/** The page with the table of settings. */
export const settingsPage = fileURLToPath(new URL('../docs/operations.md', import.meta.url))

const begin = '<!-- settings: begin -->'
const end = '<!-- settings: end -->'

/** Returns the Markdown table of all settings in schema order: name, default, meaning. */
function settingsTable(): string {
  const defaults: Record<string, unknown> = SettingsSchema.parse({})
  const rows = Object.entries(SettingsSchema.shape).map(([name, schema]) => {
    if (!schema.description) throw new Error(`The setting ${name} has no description.`)
    const words = choices(schema)
    const meaning = words ? `${schema.description}. One of ${words}` : schema.description
    return `| \`${name}\` | ${written(defaults[name])} | ${cell(meaning)} |`
  })
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n')
}

/**
 * Replaces the table between the markers of a page.
 * @throws Error when the page lacks a marker
 */
export function withSettingsTable(page: string): string {
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error(`The page lacks ${begin} or ${end}.`)
  return `${page.slice(0, from + begin.length)}\n${settingsTable()}\n${page.slice(to)}`
}

function choices(schema: z.ZodType): string | undefined {
  const { enum: words } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return words?.map((word) => `\`${String(word)}\``).join(', ')
}

function written(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  return `\`${cell(String(value))}\``
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const page = readFileSync(settingsPage, 'utf8')
  const updated = withSettingsTable(page)
  if (!process.argv.includes('--check')) {
    writeFileSync(settingsPage, updated)
    console.log('Wrote the table of settings into docs/operations.md')
  } else if (page !== updated) {
    console.error('The table of settings is stale. Run: npx tsx tools/settings-table.ts')
    process.exitCode = 1
  }
}
