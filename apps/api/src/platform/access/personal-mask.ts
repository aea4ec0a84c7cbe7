import { mask, type PersonalKind, personalChanges, personalKinds } from '@greenroom/contract/access/personal'
import type * as z from 'zod/mini'

type Mask = (value: unknown) => unknown
type Schema = z.core.$ZodType

/**
 * Compiles a schema into a function that masks the personal data of a value.
 * @returns null if the schema declares none
 */
export function personalMask(schema: Schema): Mask | null {
  const kind = personalKinds.get(schema)?.kind
  if (kind) return (value) => maskText(kind, value)
  const change = personalChanges.get(schema)
  if (change) return (value) => maskChange(change.kinds, value)
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return maskMembers(Object.entries(def.shape as Record<string, Schema>))
    case 'array': {
      const element = personalMask(def.element)
      return element && ((value) => (Array.isArray(value) ? value.map(element) : value))
    }
    case 'record': {
      const member = personalMask(def.valueType)
      return member && ((value) => mapMembers(value, member))
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'nonoptional':
    case 'readonly':
      return personalMask(def.innerType)
    case 'union':
      return inTurn(def.options.map(personalMask))
    case 'intersection':
      return inTurn([def.left, def.right].map(personalMask))
    case 'pipe':
      return personalMask(def.out)
    default:
      return null
  }
}

/** Tells which query members hold personal data. */
export function personalMembers(query: z.ZodMiniObject | undefined): string[] {
  return Object.entries(query?.shape ?? {}).flatMap(([name, member]) =>
    personalMask(member as Schema) ? [name] : [],
  )
}

function maskText(kind: PersonalKind, value: unknown): unknown {
  return typeof value === 'string' ? mask(kind, value) : value
}

function maskChange(kinds: Readonly<Record<string, PersonalKind>>, value: unknown): unknown {
  const { name, before, after } = value as { name: string; before: unknown; after: unknown }
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (kind === undefined) return value
  return { name, before: maskText(kind, before), after: maskText(kind, after) }
}

function maskMembers(members: [string, Schema][]): Mask | null {
  const masks = members.flatMap(([name, member]) => {
    const one = personalMask(member)
    return one ? [[name, one] as const] : []
  })
  if (masks.length === 0) return null
  return (value) => {
    if (typeof value !== 'object' || value === null) return value
    const masked: Record<string, unknown> = { ...value }
    for (const [name, one] of masks) if (name in masked) masked[name] = one(masked[name])
    return masked
  }
}

function mapMembers(value: unknown, member: Mask): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, member(one)]))
}

/** Masks by all options of a union: which one a value has does not matter, because masking twice changes nothing. */
function inTurn(masks: (Mask | null)[]): Mask | null {
  const present = masks.filter((one) => one !== null)
  if (present.length === 0) return null
  return (value) => present.reduce((masked, one) => one(masked), value)
}
