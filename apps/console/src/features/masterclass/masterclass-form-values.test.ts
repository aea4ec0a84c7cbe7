import { NewMasterclass } from '@greenroom/contract/masterclass/masterclass.endpoints'
import type { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import { schemaResolver } from '@mantine/form'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  changesOf,
  editedOf,
  emptyValues,
  formPathOf,
  formSchema,
  linkTypeChoices,
  type MasterclassFormValues,
  newLinkRow,
  newMasterclassOf,
  stepOf,
  storedEditedOf,
  valuesOf,
} from './masterclass-form-values.ts'

const today = new Date('2026-11-21T00:00:00+05:30')
const errorsOf = (values: MasterclassFormValues, mode: 'create' | 'edit' = 'create') =>
  schemaResolver(
    formSchema(mode, () => today),
    { sync: true },
  )(values)

const filled: MasterclassFormValues = {
  title: 'Mutual funds from zero',
  description: '',
  attendance_type: 'virtual',
  is_attach_to_superclass: true,
  start_time: '2026-11-21T13:30:00.000Z',
  end_time: '2026-11-21T14:30:00.000Z',
  creator: { _id: 'c1', first_name: 'Asha', last_name: 'Rao', email: 'asha@example.com' },
  zoom_hub_name: 'zoom_1',
  original_price_inr: 499_900,
  current_price_inr: 249_900,
  original_price_usd: 4900,
  current_price_usd: 0,
  links: [{ key: 'a', name: 'Telegram', url: 'https://t.me/x', is_active: false }],
}

const stored: Masterclass = {
  _id: 'm1',
  title: 'Mutual funds from zero',
  description: 'Long',
  banner: '/files/a.png',
  start_time: '2026-11-21T13:30:00.000Z',
  end_time: '2026-11-21T14:30:00.000Z',
  creator_id: { _id: 'c1', first_name: 'Asha', last_name: 'Rao', email: 'asha@example.com', phone: '+911' },
  zoom_hub_name: 'zoom_2',
  attendance_type: 'hybrid',
  is_active: false,
  is_attach_to_superclass: false,
  prices: [
    { currency_code: 'INR', original_price: 3, current_price: 4 },
    { currency_code: 'USD', original_price: 1, current_price: 2 },
  ],
  links: [{ name: 'Signal', url: 'https://signal.example', is_active: true }],
  start_time_format_string: '',
  created_at: '2026-11-01T00:00:00.000Z',
  version: 7,
}

const required: [string, Partial<MasterclassFormValues>, Record<string, string>][] = [
  ['MC-31 title', { title: '' }, { title: 'Title is required' }],
  ['MC-32 start time', { start_time: null }, { start_time: 'Start time is required' }],
  ['MC-33 end time', { end_time: null }, { end_time: 'End time is required' }],
  ['MC-38 attendance type', { attendance_type: null }, { attendance_type: 'Attendance Type is required' }],
  ['MC-37 creator', { creator: null }, { creator: 'Creator is required' }],
  ['MC-36 meeting account', { zoom_hub_name: null }, { zoom_hub_name: 'Zoom account is required' }],
  [
    'MC-40 price of either kind in either currency',
    { original_price_inr: null, current_price_inr: null, original_price_usd: null, current_price_usd: null },
    {
      original_price_inr: 'Price is required',
      current_price_inr: 'Price is required',
      original_price_usd: 'Price is required',
      current_price_usd: 'Price is required',
    },
  ],
]

test.each(required)('%s is required in the given words', (_title, missing, errors) => {
  expect(errorsOf({ ...filled, ...missing })).toEqual(errors)
})

test('an empty form names every required field, a filled one none', () => {
  expect(errorsOf(emptyValues())).toEqual(Object.assign({}, ...required.map(([, , errors]) => errors)))
  expect(errorsOf(filled)).toEqual({})
})

test('MC-31 a title of 40 characters passes and one of 41 is refused, an emoji being one', () => {
  expect(errorsOf({ ...filled, title: '🎤'.repeat(40) })).toEqual({})
  expect(errorsOf({ ...filled, title: 'a'.repeat(41) })).toEqual({
    title: 'Title should not exceed 40 characters',
  })
  expect(errorsOf({ ...filled, title: '   ' })).toEqual({ title: 'Title is required' })
})

test("MC-32 MC-33 the viewer's midnight passes and a millisecond before it is refused", () => {
  const midnight = today.toISOString()
  const before = new Date(today.getTime() - 1).toISOString()
  expect(errorsOf({ ...filled, start_time: midnight, end_time: midnight })).toEqual({})
  expect(errorsOf({ ...filled, start_time: before, end_time: before })).toEqual({
    start_time: 'Start Time cannot be before today.',
    end_time: 'End Time cannot be before today.',
  })
})

test('MC-34 an end before the start is not refused', () => {
  expect(errorsOf({ ...filled, start_time: filled.end_time, end_time: filled.start_time })).toEqual({})
})

test('MC-24 an edit judges no time, creator and meeting account', () => {
  const values = { ...valuesOf(stored), start_time: '2020-01-01T00:00:00.000Z', creator: null }
  expect(errorsOf(values, 'edit')).toEqual({})
})

test('MC-40 a price of 0 is a price, a missing one is not', () => {
  expect(errorsOf({ ...filled, current_price_inr: 0 })).toEqual({})
  expect(errorsOf({ ...filled, current_price_inr: null })).toEqual({ current_price_inr: 'Price is required' })
})

test('MC-42 a community link needs a type and an http(s) address; no link at all is fine', () => {
  expect(errorsOf({ ...filled, links: [] })).toEqual({})
  expect(errorsOf({ ...filled, links: [newLinkRow()] })).toEqual({
    'links.0.name': 'Choose a type',
    'links.0.url': 'Community link cannot be empty.',
  })
  const scripted = { ...newLinkRow(), name: 'Other', url: 'javascript:alert(1)' }
  expect(Object.keys(errorsOf({ ...filled, links: [scripted] }))).toEqual(['links.0.url'])
})

test('MC-03 MC-35 MC-37 MC-48 a valid form goes out as the contract takes it', () => {
  const wire = newMasterclassOf(filled)
  expect(wire).toMatchObject({
    creator_id: 'c1',
    start_time: '2026-11-21T13:30:00.000Z',
    end_time: '2026-11-21T14:30:00.000Z',
    prices: [
      { currency_code: 'USD', original_price: 4900, current_price: 0 },
      { currency_code: 'INR', original_price: 499_900, current_price: 249_900 },
    ],
    links: [{ name: 'Telegram', url: 'https://t.me/x', is_active: false }],
  })
  const text = z.encode(NewMasterclass, wire as z.output<typeof NewMasterclass>)
  expect(z.decode(NewMasterclass, text)).toEqual(wire)
})

test('MC-22 MC-03 a stored masterclass fills the form, its prices in whatever order', () => {
  expect(valuesOf(stored)).toMatchObject({
    title: 'Mutual funds from zero',
    attendance_type: 'hybrid',
    zoom_hub_name: 'zoom_2',
    original_price_inr: 3,
    current_price_inr: 4,
    original_price_usd: 1,
    current_price_usd: 2,
  })
})

test('OQ-109 an untouched form differs in nothing from what is stored', () => {
  expect(editedOf(valuesOf(stored), stored.banner, { kind: 'kept' })).toEqual(storedEditedOf(stored))
})

test('OQ-109 MC-49 an edit sends the changed fields alone, a changed price with the other three', () => {
  const all = storedEditedOf(stored)
  expect(changesOf({ title: 'New' }, all)).toEqual({ title: 'New' })
  expect(changesOf({ description: '', is_attach_to_superclass: false }, all)).toEqual({
    description: '',
    is_attach_to_superclass: false,
  })
  expect(changesOf({ current_price_usd: 9 }, { ...all, current_price_usd: 9 })).toEqual({
    prices: [
      { currency_code: 'USD', original_price: 1, current_price: 9 },
      { currency_code: 'INR', original_price: 3, current_price: 4 },
    ],
  })
})

test('MC-39 OQ-042 a removed banner is said, a kept one is not', () => {
  const file = new File(['x'], 'b.png', { type: 'image/png' })
  const of = (choice: Parameters<typeof editedOf>[2]) =>
    editedOf(valuesOf(stored), stored.banner, choice).banner
  expect(of({ kind: 'kept' })).toBe('/files/a.png')
  expect(of({ kind: 'removed' })).toBeNull()
  expect(of({ kind: 'picked', file })).toMatch(/^file:b\.png/)
  expect(changesOf({ banner: null }, storedEditedOf(stored))).toEqual({ remove_banner: true })
  expect(changesOf({ banner: 'file:b.png' }, storedEditedOf(stored))).toEqual({})
})

test('LIM-07 OQ-031 a stored link type that is not listed stays a choice, once', () => {
  expect(linkTypeChoices([])).toEqual(['WhatsApp Group', 'WhatsApp Channel', 'Telegram', 'Discord', 'Other'])
  expect(linkTypeChoices(['Signal', 'Telegram', 'Signal']).slice(5)).toEqual(['Signal'])
})

test('OQ-033 a refused path of the wire marks the field and the step that shows it', () => {
  const places = [
    'creator_id',
    'images',
    'prices.0.current_price',
    'prices.1.original_price',
    'prices',
    'links.2.url',
  ]
  expect(places.map((path) => [formPathOf(path), stepOf(formPathOf(path))])).toEqual([
    ['creator', 0],
    ['banner', 0],
    ['current_price_usd', 1],
    ['original_price_inr', 1],
    ['original_price_usd', 1],
    ['links.2.url', 2],
  ])
  expect(stepOf('masterclass_id')).toBeUndefined()
})
