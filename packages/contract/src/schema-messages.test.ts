import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { schemaMessage } from './schema-messages.ts'

const cases: [string, z.ZodMiniType, unknown, string][] = [
  ['a missing field', z.string(), undefined, 'This field is required'],
  ['a number for a text', z.string(), 7, 'Enter a text'],
  ['a text for a number', z.number(), 'x', 'Enter a number'],
  ['a part for a whole number', z.int(), 1.5, 'Enter a whole number'],
  ['a text for a boolean', z.boolean(), 'true', 'Enter true or false'],
  ['an object for a list', z.array(z.string()), {}, 'Enter a list'],
  ['a list for an object', z.object({}), [], 'Enter an object with named fields'],
  ['a list for a map', z.record(z.string(), z.string()), [], 'Enter an object with named fields'],
  ['a value outside a choice', z.enum(['a', 'b']), 'c', 'Choose one of a, b'],
  ['a value beside a literal', z.literal(true), 1, 'Choose one of true'],
  ['a text too long', z.string().check(z.maxLength(2)), 'abc', 'Should not exceed 2 characters'],
  ['a text too short', z.string().check(z.minLength(2)), 'a', 'Enter at least 2 characters'],
  ['a list too long', z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], 'At most 1 value'],
  ['a list too short', z.array(z.string()).check(z.minLength(1)), [], 'At least 1 value'],
  ['a number too large', z.number().check(z.lte(5)), 6, 'Enter 5 or less'],
  ['a number too small', z.number().check(z.gte(5)), 4, 'Enter 5 or more'],
  ['a number between steps', z.number().check(z.multipleOf(5)), 4, 'Enter a multiple of 5'],
  ['an unknown name', z.strictObject({}), { x: 1 }, 'This call has no such parameter'],
  ['a wrong pattern', z.string().check(z.regex(/^a$/)), 'b', "This value can't be used here"],
  ['no member of a union', z.union([z.string(), z.number()]), true, "This value can't be used here"],
]
it.each(cases)('has a message for %s (API-02)', (_what, schema, value, message) => {
  // The server parses with compiled schemas, so compile here as well.
  for (const parsed of [schema, z.compile(schema) as unknown as z.ZodMiniType]) {
    expect(z.safeParse(parsed, value, { error: schemaMessage }).error?.issues[0]?.message).toBe(message)
  }
})

it('keeps the message of a schema that has its own (API-02)', () => {
  const title = z.string({ error: 'Title is required' })
  expect(z.safeParse(title, 7, { error: schemaMessage }).error?.issues[0]?.message).toBe('Title is required')
})
