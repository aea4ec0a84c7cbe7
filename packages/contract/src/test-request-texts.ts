import type * as z from 'zod/mini'
import { endpoints } from './endpoints.ts'

interface RequestText {
  path: string
  schema: z.core.$ZodType
}

/** Returns every schema inside a schema that takes a text. */
function textMembers(
  schema: z.core.$ZodType,
  path: string,
  seen = new Set<z.core.$ZodType>(),
): RequestText[] {
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

/** Every text member of every request. */
export const requestTexts: readonly RequestText[] = (() => {
  const seen = new Set<z.core.$ZodType>()
  return endpoints.flatMap(({ endpoint }) => {
    const { params, query, body, batchOf, multipart } = endpoint
    const inputs = Object.entries({ params, query, body, batchOf, fields: multipart?.fields })
    return inputs.flatMap(([part, one]) => (one ? textMembers(one, `${endpoint.name}.${part}`, seen) : []))
  })
})()
