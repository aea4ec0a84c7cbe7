import { NewMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { schemaResolver } from '@mantine/form'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  editedMasterclassOf,
  emptyMasterclass,
  linkTypeChoices,
  type MasterclassFormValues,
  masterclassChangesOf,
  masterclassFieldOf,
  masterclassFormSchema,
  masterclassStepOf,
  masterclassValuesOf,
  newLinkRow,
  newMasterclassOf,
} from './masterclass-form-values.ts'

const today = new Date('2026-11-21T00:00:00+05:30')
const errorsOf = (values: MasterclassFormValues, mode: 'create' | 'edit' = 'create') =>
  schemaResolver(
    masterclassFormSchema(mode, () => today),
    { sync: true },
  )(values)

const filled: MasterclassFormValues = {
  title: 'Mutual funds from zero',
  description: '',
  banner: null,
  attendance_type: 'virtual',
  venue_state: null,
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
  venue_state: '27',
  is_active: false,
  is_attach_to_superclass: false,
  prices: [
    { currency_code: 'INR', original_price: 3, current_price: 4 },
    { currency_code: 'USD', original_price: 1, current_price: 2 },
  ],
  links: [{ name: 'Signal', url: 'https://signal.example', is_active: true }],
  start_time_format_string: '',
  registrations_count: 0,
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

test.each(required)('requires %s', (_title, missing, errors) => {
  expect(errorsOf({ ...filled, ...missing })).toEqual(errors)
})

test('reports every required field of an empty form, and none of a filled one', () => {
  expect(errorsOf(emptyMasterclass)).toEqual(Object.assign({}, ...required.map(([, , errors]) => errors)))
  expect(errorsOf(filled)).toEqual({})
})

test('accepts a title of 40 characters, not 41, and counts an emoji as one (MC-31)', () => {
  expect(errorsOf({ ...filled, title: '🎤'.repeat(40) })).toEqual({})
  expect(errorsOf({ ...filled, title: 'a'.repeat(41) })).toEqual({
    title: 'Title should not exceed 40 characters',
  })
  expect(errorsOf({ ...filled, title: '   ' })).toEqual({ title: 'Title is required' })
})

test('accepts midnight of the business day, and not the millisecond before (MC-32, MC-33)', () => {
  const midnight = today.toISOString()
  const before = new Date(today.getTime() - 1).toISOString()
  expect(errorsOf({ ...filled, start_time: midnight, end_time: midnight })).toEqual({})
  expect(errorsOf({ ...filled, start_time: before, end_time: before })).toEqual({
    start_time: 'Start Time cannot be before today.',
    end_time: 'End Time cannot be before today.',
  })
})

test('accepts an end before the start (MC-34)', () => {
  expect(errorsOf({ ...filled, start_time: filled.end_time, end_time: filled.start_time })).toEqual({})
})

test('does not check times, creator and meeting account of an edit (MC-24)', () => {
  const values = { ...masterclassValuesOf(stored), start_time: '2020-01-01T00:00:00.000Z', creator: null }
  expect(errorsOf(values, 'edit')).toEqual({})
})

test('accepts a price of 0, but requires one (MC-40)', () => {
  expect(errorsOf({ ...filled, current_price_inr: 0 })).toEqual({})
  expect(errorsOf({ ...filled, current_price_inr: null })).toEqual({ current_price_inr: 'Price is required' })
})

test('requires type and http(s) address of a community link, but no link (MC-42)', () => {
  expect(errorsOf({ ...filled, links: [] })).toEqual({})
  expect(errorsOf({ ...filled, links: [newLinkRow()] })).toEqual({
    'links.0.name': 'Choose a type',
    'links.0.url': 'Community link cannot be empty.',
  })
  const scripted = { ...newLinkRow(), name: 'Other', url: 'javascript:alert(1)' }
  expect(Object.keys(errorsOf({ ...filled, links: [scripted] }))).toEqual(['links.0.url'])
})

test('sends a valid form as the contract accepts it (MC-03, MC-35, MC-37, MC-48)', () => {
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

test('fills the form from a stored masterclass, whatever the order of its prices (MC-22, MC-03)', () => {
  expect(masterclassValuesOf(stored)).toMatchObject({
    title: 'Mutual funds from zero',
    attendance_type: 'hybrid',
    zoom_hub_name: 'zoom_2',
    original_price_inr: 3,
    current_price_inr: 4,
    original_price_usd: 1,
    current_price_usd: 2,
  })
})

test('compares stored links without the keys of their rows (OQ-109)', () => {
  const [first, second] = [masterclassValuesOf(stored), masterclassValuesOf(stored)]
  expect(first.links[0]?.key).not.toBe(second.links[0]?.key)
  expect(editedMasterclassOf(first)).toEqual(editedMasterclassOf(second))
})

test('sends only the changed fields of an edit, and a changed price with the other three (OQ-109, MC-49)', () => {
  const all = editedMasterclassOf(masterclassValuesOf(stored))
  expect(masterclassChangesOf({ title: 'New' }, all)).toEqual({ title: 'New' })
  expect(masterclassChangesOf({ description: '', is_attach_to_superclass: false }, all)).toEqual({
    description: '',
    is_attach_to_superclass: false,
  })
  expect(masterclassChangesOf({ current_price_usd: 9 }, { ...all, current_price_usd: 9 })).toEqual({
    prices: [
      { currency_code: 'USD', original_price: 1, current_price: 9 },
      { currency_code: 'INR', original_price: 3, current_price: 4 },
    ],
  })
})

test('sends a removed banner as a flag, and a picked one not in the body (MC-39, OQ-042)', () => {
  const all = editedMasterclassOf(masterclassValuesOf(stored))
  expect(masterclassChangesOf({ banner: null }, all)).toEqual({ remove_banner: true })
  expect(masterclassChangesOf({ banner: 'file:b.png' }, all)).toEqual({})
})

test('offers a stored link type that is not listed, once (LIM-07, OQ-031)', () => {
  expect(linkTypeChoices([])).toEqual(['WhatsApp Group', 'WhatsApp Channel', 'Telegram', 'Discord', 'Other'])
  expect(linkTypeChoices(['Signal', 'Telegram', 'Signal']).slice(5)).toEqual(['Signal'])
})

test('maps the paths of server errors to fields and their steps (OQ-033)', () => {
  const places = [
    'creator_id',
    'images',
    'prices.0.current_price',
    'prices.1.original_price',
    'prices',
    'links.2.url',
  ]
  const fields = places.map((path) => masterclassFieldOf(path, false) ?? '')
  expect(fields.map((field) => [field, masterclassStepOf(field)])).toEqual([
    ['creator', 0],
    ['banner', 0],
    ['current_price_usd', 1],
    ['original_price_inr', 1],
    ['original_price_usd', 1],
    ['links.2.url', 2],
  ])
  expect(masterclassFieldOf('masterclass_id', false)).toBeUndefined()
  // An edit does not show it (MC-24).
  expect(masterclassFieldOf('creator_id', true)).toBeUndefined()
})

test('sends the State of the venue only where people can attend in person (OQ-795)', () => {
  const venue_state = '27' as const
  expect(newMasterclassOf({ ...filled, venue_state })).not.toHaveProperty('venue_state')
  expect(newMasterclassOf({ ...filled, attendance_type: 'in-person', venue_state })).toMatchObject({
    venue_state,
  })
  const values = { ...masterclassValuesOf(stored), venue_state: null }
  expect(masterclassChangesOf({ venue_state: null }, editedMasterclassOf(values))).toEqual({
    venue_state: null,
  })
})
