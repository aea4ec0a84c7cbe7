import * as z from 'zod/mini'

/** The parts of a JSON schema that tell which fields a record has. */
export interface RecordSchema {
  type?: string
  properties?: Record<string, RecordSchema>
  items?: RecordSchema
  anyOf?: RecordSchema[]
}

/** Returns the fields of a record as they are sent. */
export function recordSchema(schema: z.core.$ZodType): RecordSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as RecordSchema
}

/** Returns the paths of members that are not fields, such as `user.mail`. An object with any names, such as `meta`, has none. */
export function unknownFields(record: unknown, { properties }: RecordSchema, path = ''): string[] {
  if (!properties || typeof record !== 'object' || record === null || Array.isArray(record)) return []
  return Object.entries(record).flatMap(([name, value]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined
    return field ? unknownFields(value, field, `${path}${name}.`) : [`${path}${name}`]
  })
}
