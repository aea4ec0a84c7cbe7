import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { endpoints } from '../packages/contract/src/endpoints.ts'
import { pageFile, runPageCommand, table, withPart } from './generated-part.ts'

/** The page with the table of endpoints. */
export const wirePage = pageFile('docs/spec/wire.md')

type Json = z.core.JSONSchema.BaseSchema

/** The contract's schemas of objects with the names of their exports, so that the page shows a shared one once. */
const names = z.registry<{ id: string }>()
const contract = pageFile('packages/contract/src')
for (const file of readdirSync(contract, { recursive: true, encoding: 'utf8' }).sort()) {
  if (!file.endsWith('.ts') || /\.(test|endpoints)\.ts$|^sections\.ts$/.test(file)) continue
  const exported: object = await import(pathToFileURL(join(contract, file)).href)
  for (const [id, schema] of Object.entries(exported)) {
    const hasMembers = schema instanceof z.ZodMiniObject && Object.keys(schema.shape).length > 0
    if (hasMembers && !names.has(schema)) names.add(schema, { id })
  }
}

/** The named shapes that requests and responses refer to. */
const shapes = new Map<string, Json>()
/** How many places refer to each. A shape of one place is shown there. */
const uses = new Map<string, number>()

/**
 * Converts a schema, and collects the shapes that it refers to.
 * @throws Error when two shapes have one name
 */
function collect(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $defs = {}, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    metadata: names,
  }) as Json
  countUses(json)
  for (const [name, shape] of Object.entries($defs)) {
    const known = shapes.get(name)
    if (known && memberNames(known) !== memberNames(shape)) throw new Error(`Two shapes are named ${name}.`)
    if (!known) countUses(shape)
    shapes.set(name, known ?? shape)
  }
  return json
}

function countUses(json: Json): void {
  for (const [, name = ''] of JSON.stringify(json).matchAll(/"#\/\$defs\/(\w+)"/g)) {
    uses.set(name, (uses.get(name) ?? 0) + 1)
  }
}

const memberNames = (shape: Json) => Object.keys(shape.properties ?? {}).join()

const shortTypes: Record<string, string> = { string: 'text', integer: 'int', boolean: 'bool' }

/** Describes a JSON schema in short: `{_id: text, price?: int|null, tags: text[]}`. */
function typeText(json: Json): string {
  if (json.$ref) {
    const name = json.$ref.replace('#/$defs/', '')
    const shape = shapes.get(name)
    return shape && uses.get(name) === 1 ? typeText(shape) : name
  }
  const choices = json.anyOf ?? json.oneOf
  if (choices) return choices.map((one) => typeText(one as Json)).join('|')
  if (json.const !== undefined) return String(json.const)
  if (json.enum) return json.enum.join('|')
  if (Array.isArray(json.type)) return json.type.map((type) => typeText({ type } as Json)).join('|')
  if (json.type === 'object') return objectText(json)
  if (json.type === 'array') {
    const item = typeText((json.items ?? {}) as Json)
    return /^[^{]*\|/.test(item) ? `(${item})[]` : `${item}[]`
  }
  return shortTypes[json.type ?? ''] ?? json.type ?? 'any'
}

function objectText({ properties = {}, required = [], additionalProperties }: Json): string {
  const members = Object.entries(properties).map(
    ([name, member]) => `${name}${required.includes(name) ? '' : '?'}: ${typeText(member as Json)}`,
  )
  if (typeof additionalProperties === 'object') members.push(`[name]: ${typeText(additionalProperties)}`)
  return `{${members.join(', ')}}`
}

/** Describes a query. All its values are texts, so only choices and defaults say more than its names. */
function queryText(query: z.ZodMiniObject): string {
  const members = Object.entries(query.shape).map(([name, member]) => {
    const { success, data } = z.safeParse(member as z.ZodMiniType, undefined)
    const choices = (z.toJSONSchema(member, { io: 'input', unrepresentable: 'any' }) as Json).enum
    const mark = success && data === undefined ? '?' : ''
    return `${name}${mark}${choices ? `: ${choices.join('|')}` : ''}${data === undefined ? '' : ` = ${data}`}`
  })
  return `?${members.join(', ')}`
}

/** Compares by code unit, so that the tables do not depend on the locale. */
const order = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const calls = endpoints
  .map(({ endpoint }) => endpoint)
  .sort((one, other) => order(one.path, other.path) || order(one.method, other.method))
  .map((endpoint) => ({
    ...endpoint,
    bodyJson: endpoint.body && collect(endpoint.batchOf ?? endpoint.body, 'input'),
    formJson: endpoint.multipart && collect(endpoint.multipart.fields, 'output'),
    responseJson: collect(endpoint.response, 'output'),
  }))
type DescribedCall = (typeof calls)[number]

function requestText(call: DescribedCall): string {
  const { query, batchOf, bodyJson, formJson, multipart } = call
  const files = Object.entries(multipart?.files ?? {}).map(
    ([name, { most }]) => `${name}?: ${most > 1 ? 'file[]' : 'file'}`,
  )
  const form = formJson ? [typeText(formJson).slice(1, -1), ...files].filter(Boolean) : []
  const contents = [
    query && `\`${queryText(query)}\``,
    bodyJson && `\`${batchOf ? `{records: ${typeText(bodyJson)}[]}` : typeText(bodyJson)}\``,
    formJson && `multipart \`{${form.join(', ')}}\``,
  ].filter(Boolean)
  return `${contents.join(' or ')}${call.versioned ? ' If-Match' : ''}`.trim()
}

function responseText({ responseJson, status, isStream, hasETag }: DescribedCall): string {
  if (isStream) return 'server-sent events'
  const { properties = {}, required } = responseJson
  const { success: _, message: __, data = {}, ...beside } = properties as Record<string, Json>
  const more =
    Object.keys(beside).length > 0 ? ` beside \`${objectText({ properties: beside, required })}\`` : ''
  return `${status === 201 ? '201 ' : ''}\`${typeText(data)}\`${more}${hasETag ? ' ETag' : ''}`
}

function callsTable(): string {
  return table(
    ['Call', 'What it does', 'Permissions', 'Rows and decisions', 'Request', 'Response'],
    calls.map((call) => [
      `\`${call.method} ${call.path}\``,
      [`${call.summary}.`, call.description].filter(Boolean).join(' '),
      call.permissions.map((one) => `\`${one}\``).join(' '),
      call.requirements.join(' '),
      requestText(call),
      responseText(call),
    ]),
  )
}

function shapesTable(): string {
  const shared = [...shapes].filter(([name]) => uses.get(name) !== 1).sort()
  return table(
    ['Shape', 'Members'],
    shared.map(([name, shape]) => [name, `\`${objectText(shape)}\``]),
  )
}

/** Replaces the tables of the page. */
export function withWireTables(page: string): string {
  return withPart(withPart(page, 'shapes', shapesTable()), 'calls', callsTable())
}

runPageCommand(import.meta.url, wirePage, withWireTables)
