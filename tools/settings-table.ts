import * as z from 'zod'
import { SettingsSchema } from '../apps/api/src/settings.ts'
import { cell, pageFile, runPageCommand, withPart } from './generated-part.ts'

/** The page with the table of settings. */
export const settingsPage = pageFile('docs/operations.md')

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
  return withPart(page, 'settings', settingsTable())
}

function choices(schema: z.ZodType): string | undefined {
  const { enum: words } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return words?.map((word) => `\`${String(word)}\``).join(', ')
}

function written(value: unknown): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return ''
  return `\`${cell(String(value))}\``
}

runPageCommand(import.meta.url, settingsPage, withSettingsTable)
