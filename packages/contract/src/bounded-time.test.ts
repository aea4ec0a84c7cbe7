import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { mask } from './access/personal.ts'
import { endpoints } from './endpoints.ts'
import { completedWebAddress, emailPattern } from './field.ts'
import { readSearch } from './search/search.rules.ts'

const size = 60_000
const fills = [
  '.',
  ' ',
  '@',
  '1',
  'a',
  '-',
  '/',
  ':',
  '<',
  'a.',
  'a@',
  '1 ',
  '@.',
  '\t',
  'é',
  '1-',
  '+1',
] as const
const texts = fills.flatMap((fill) => {
  const long = fill.repeat(size / fill.length)
  return [long, `${long} `, `${long}@`, `a@${long} `, `https://${long}\n`]
})

interface TextMember {
  path: string
  schema: z.core.$ZodType
}

/** Returns every schema inside a schema that takes a text. */
function textMembers(schema: z.core.$ZodType, path: string, seen = new Set<z.core.$ZodType>()): TextMember[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const { def } = schema._zod as unknown as { def: Record<string, unknown> & { type: string } }
  const inner = Object.entries(def).flatMap(([name, value]) =>
    schemasIn(value).map((one) => [name, one] as const),
  )
  const members = inner.flatMap(([name, one]) => textMembers(one, `${path}.${name}`, seen))
  if (def.type === 'object') {
    const shape = def.shape as Record<string, z.core.$ZodType>
    for (const [name, one] of Object.entries(shape))
      members.push(...textMembers(one, `${path}.${name}`, seen))
  }
  return def.type === 'string' || def.type === 'pipe' ? [{ path, schema }, ...members] : members
}

function schemasIn(value: unknown): z.core.$ZodType[] {
  if (Array.isArray(value)) return value.flatMap(schemasIn)
  return typeof value === 'object' && value !== null && '_zod' in value ? [value as z.core.$ZodType] : []
}

const members = (() => {
  const seen = new Set<z.core.$ZodType>()
  return endpoints.flatMap(({ endpoint }) => {
    const { params, query, body, batchOf, multipart } = endpoint
    const inputs = Object.entries({ params, query, body, batchOf, fields: multipart?.fields })
    return inputs.flatMap(([part, one]) => (one ? textMembers(one, `${endpoint.name}.${part}`, seen) : []))
  })
})()

/** Processor time of this process in milliseconds: other programs on a busy machine do not count. */
function processorTime(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Tries each text, and repeats a slow one: the first run may include a garbage collection. */
function slowest(work: (text: string) => unknown): number {
  return Math.max(
    ...texts.map((text) => {
      const once = () => processorTime(() => work(text))
      const first = once()
      return first < 100 ? first : Math.min(once(), once())
    }),
  )
}

describe('time to read an overlong text', () => {
  it('is bounded in every text member of every endpoint (OQ-565)', () => {
    expect(members.length).toBeGreaterThan(200)
    const slow = members.flatMap(({ path, schema }) => {
      const time = slowest((text) => z.safeParse(schema as z.ZodMiniType, text))
      return time < 100 ? [] : [`${path}: ${Math.round(time)} ms`]
    })
    expect(slow).toEqual([])
  })

  it.each([
    ['the pattern of e-mail addresses', (text: string) => emailPattern.test(text)],
    ['web addresses without a scheme', completedWebAddress],
    ['the mask of a note', (text: string) => mask('note', text)],
    ['the mask of an e-mail address', (text: string) => mask('email', text)],
    ['the mask of a phone', (text: string) => mask('phone', text)],
    ['the search', readSearch],
  ])('is bounded in %s (OQ-565)', (_what, work) => {
    expect(slowest(work)).toBeLessThan(100)
  })
})
