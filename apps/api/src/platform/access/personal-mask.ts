import { memberPermissions, type WithholdingPermission } from '@greenroom/contract/access/member-permission'
import {
  mask,
  ownRecords,
  type PersonalKind,
  personalChanges,
  personalKinds,
  personalRecords,
} from '@greenroom/contract/access/personal'
import type * as z from 'zod/mini'

type Mask = (value: unknown) => unknown
type Schema = z.core.$ZodType
/** Returns what to do with the values of a schema; undefined to look at its parts. */
type Choice = (schema: Schema) => Mask | undefined

/**
 * Compiles a schema into a function that masks the personal data of a value.
 * @returns null if the schema declares none
 */
export function personalMask(schema: Schema): Mask | null {
  return masking(schema, personalChoice)
}

/**
 * Compiles a schema into a function that leaves out the members that need a permission.
 * @returns null if the schema has none
 */
export function withholding(schema: Schema, permission: WithholdingPermission): Mask | null {
  return masking(schema, (part) => {
    if (memberPermissions.get(part)?.permission !== permission) return undefined
    return (part as z.core.$ZodTypes)._zod.def.type === 'nullable' ? () => null : () => undefined
  })
}

const personalChoice: Choice = (schema) => {
  const kind = personalKinds.get(schema)?.kind
  if (kind) return (value) => maskText(kind, value)
  const change = personalChanges.get(schema)
  if (change) return (value) => maskChange(change.kinds, value)
  const record = personalRecords.get(schema)
  if (record) return (value) => maskRecord(record.kindOf, value)
  const own = ownRecords.get(schema)
  if (!own) return undefined
  const masked = parts(schema, personalChoice)
  return (value) => (masked && !own.isOwn(value as Record<string, unknown>) ? masked(value) : value)
}

function masking(schema: Schema, choice: Choice): Mask | null {
  return choice(schema) ?? parts(schema, choice)
}

function parts(schema: Schema, choice: Choice): Mask | null {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return maskMembers(Object.entries(def.shape as Record<string, Schema>), choice)
    case 'array': {
      const element = masking(def.element, choice)
      return element && ((value) => (Array.isArray(value) ? value.map(element) : value))
    }
    case 'record': {
      const member = masking(def.valueType, choice)
      return member && ((value) => mapMembers(value, member))
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'nonoptional':
    case 'readonly':
      return masking(def.innerType, choice)
    case 'union':
      return inTurn(def.options.map((option) => masking(option, choice)))
    case 'intersection':
      return inTurn([def.left, def.right].map((side) => masking(side, choice)))
    case 'pipe':
      return masking(def.out, choice)
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

function maskRecord(kindOf: (name: string) => PersonalKind, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [mask('note', name), maskText(kindOf(name), one)]),
  )
}

function maskMembers(members: [string, Schema][], choice: Choice): Mask | null {
  const masks = members.flatMap(([name, member]) => {
    const one = masking(member, choice)
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
