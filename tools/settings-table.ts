import * as z from 'zod'
import { madeUpCompany, SettingsSchema } from '../apps/api/src/settings.ts'
import { pageFile, runPageCommand, table, withPart } from './generated-part.ts'

/** The page with the table of settings. */
export const settingsPage = pageFile('docs/operations.md')

/** The file that compose.yaml reads as .env. */
export const exampleFile = pageFile('.env.example')

interface Setting {
  name: string
  /** As it is written in the environment; '' without a default. */
  byDefault: string
  meaning: string
  choices: string[]
}

/** Returns all settings in schema order. */
function allSettings(): Setting[] {
  const defaults: Record<string, unknown> = SettingsSchema.parse({})
  return Object.entries(SettingsSchema.shape).map(([name, schema]) => {
    if (!schema.description) throw new Error(`The setting ${name} has no description.`)
    return {
      name,
      byDefault: String(defaults[name] ?? ''),
      meaning: schema.description,
      choices: choicesOf(schema),
    }
  })
}

/** Returns the Markdown table of all settings: name, default, meaning. */
function settingsTable(): string {
  const rows = allSettings().map(({ name, byDefault, meaning, choices }) => {
    const words = choices.map((word) => `\`${word}\``).join(', ')
    const text = words ? `${meaning}. One of ${words}` : meaning
    return [`\`${name}\``, byDefault && `\`${byDefault}\``, text]
  })
  return table(['Setting', 'Default', 'Meaning'], rows)
}

/**
 * Replaces the table between the markers of a page.
 * @throws Error when the page lacks a marker
 */
export function withSettingsTable(page: string): string {
  return withPart(page, 'settings', settingsTable())
}

/**
 * Returns the file .env.example: every setting with its meaning. One with a default is a comment, so that a copy
 * follows later defaults and the image's own HOST, PORT, DATA_DIR and NODE_ENV. The made-up company isn't offered.
 */
export function envExample(): string {
  const parts = allSettings().map(({ name, byDefault, meaning, choices }) => {
    const text = choices.length > 0 ? `${meaning}. One of ${choices.join(', ')}` : meaning
    const isOffered = byDefault !== '' && !(name in madeUpCompany)
    return `# ${text}\n${isOffered ? `#${name}=${byDefault}` : `${name}=`}\n`
  })
  return `${exampleHead}\n${parts.join('\n')}`
}

const exampleHead = `# Settings for compose.yaml. Copy this file to .env, which git ignores, and fill it in.
# Generated from apps/api/src/settings.ts. After changing that: npx tsx tools/settings-table.ts
#
# An empty value counts as unset. A line that begins with # and a name has its default; remove the # to change it.
# compose.yaml sets DATABASE_URL, FILES_URL and TRUST_PROXY itself, and the image HOST, PORT, DATA_DIR and NODE_ENV.
# Production needs PUBLIC_URL, ADMIN_EMAILS, a sign-in (GOOGLE_CLIENT_ID, or OIDC_ISSUER and OIDC_CLIENT_ID), the keys
# of Zoom and Razorpay, and COMPANY_NAME, COMPANY_ADDRESS, COMPANY_STATE and COMPANY_GSTIN.

# The password of compose.yaml's own database. Letters and digits: it becomes part of an address
DATABASE_PASSWORD=
`

function choicesOf(schema: z.ZodType): string[] {
  const { enum: words } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return words?.map(String) ?? []
}

runPageCommand(import.meta.url, settingsPage, withSettingsTable)
runPageCommand(import.meta.url, exampleFile, envExample)
