import { describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { endpoints } from './endpoints.ts'
import { BookingRecord } from './outside/intake/intake-booking.schema.ts'
import { OrderRecord } from './outside/intake/order-intake.schema.ts'
import { givenAt, withoutEmpty } from './sent-record.ts'

/** Every optional field of a schema, also of the objects in it, with a function that puts a value there. */
function optionalFields(
  schema: z.core.$ZodType,
  path = '',
  wrap = (record: unknown) => record,
): { path: string; wrap: (record: unknown) => unknown }[] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional' || def.type === 'default') return optionalFields(def.innerType, path, wrap)
  if (def.type === 'array') return optionalFields(def.element, `${path}.0`, (one) => wrap([one]))
  if (def.type !== 'object') return []
  return Object.entries(def.shape).flatMap(([name, field]) => {
    const inside = (value: unknown) => wrap({ [name]: value })
    const own = field._zod.optin === 'optional' ? [{ path: `${path}.${name}`, wrap: inside }] : []
    return [...own, ...optionalFields(field, `${path}.${name}`, inside)]
  })
}

const kinds = endpoints.flatMap(({ endpoint: { path, batchOf } }) =>
  batchOf ? [{ path, schema: batchOf, fields: optionalFields(batchOf) }] : [],
)

describe('withoutEmpty', () => {
  it.each(kinds.map((kind) => [kind.path, kind] as const))(
    'leaves out every empty optional field of %s (OQ-739)',
    (_path, { schema, fields }) => {
      expect(fields.length).toBeGreaterThan(1)
      for (const { path, wrap } of fields) {
        const without = JSON.stringify(wrap(undefined))
        for (const empty of [null, '', ' \t', '\u00a0', '\u200b']) {
          expect([path, JSON.stringify(withoutEmpty(schema, wrap(empty)))]).toEqual([path, without])
        }
        for (const kept of [false, 0, 'x', ['']]) {
          expect([path, withoutEmpty(schema, wrap(kept))]).toEqual([path, wrap(kept)])
        }
      }
    },
  )

  it('keeps required fields and unknown names, and what is no object (OQ-739)', () => {
    const record = { external_id: '', amount: null, unknown: null, billing: [null], user: { mail: null } }
    expect(withoutEmpty(OrderRecord, record)).toEqual(record)
    for (const value of [null, '', 7, [null]]) expect(withoutEmpty(OrderRecord, value)).toEqual(value)
  })

  it('leaves null out of names that the sender chooses, and keeps empty texts there (OQ-739)', () => {
    expect(withoutEmpty(BookingRecord, { meta: { utm_source: null, utm_medium: '' } })).toEqual({
      meta: { utm_medium: '' },
    })
  })
})

describe('givenAt', () => {
  it.each([
    ['user.email', { user: { email: 'x' } }, 'x'],
    ['tags.1', { tags: ['a', false] }, 'false'],
    ['at', { at: null }, 'null'],
    ['at', { at: '' }, ''],
    ['at', {}, undefined],
    ['user', { user: {} }, undefined],
    ['constructor', {}, undefined],
    ['', 7, '7'],
    ['at', { at: '\ud800' }, '\ufffd'],
    ['at', { at: '💰'.repeat(101) }, `${'💰'.repeat(99)}…`],
    ['at', { at: '💰'.repeat(100) }, '💰'.repeat(100)],
  ])('returns the value at %j of %j (OQ-740)', (path, record, value) => {
    expect(givenAt(record, path)).toBe(value)
  })
})
