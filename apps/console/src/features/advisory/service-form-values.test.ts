import type { AdvisoryService } from '@greenroom/contract/advisory/advisory.schema'
import { describe, expect, it } from 'vitest'
import { changedFields, mergeEdits } from '../../shared/edit-conflict/merge-edits.ts'
import { minutesOf, type ServiceFormValues, serviceChangesOf, serviceForm } from './service-form-values.ts'

const { valuesOf, editedOf } = serviceForm
const storedEditedOf = (service: AdvisoryService) => editedOf(valuesOf(service), service)
const serviceErrors = (values: ServiceFormValues, base: AdvisoryService) =>
  serviceForm.errors(values, { base, isSubmit: true })
const formFieldOf = (path: string) => serviceForm.fieldOf(path, valuesOf(service))
const advisor = (id: string) => ({ _id: id, first_name: 'Neha', last_name: id, email: `${id}@mail.example` })

const service: AdvisoryService = {
  _id: 's1',
  service_name: 'Retirement Planning',
  buffer_time: 600,
  slot_time: 1800,
  advisors: [advisor('a'), advisor('b')],
  created_at: '2026-11-01T10:00:00.000Z',
  version: 3,
}

describe('the times of a service', () => {
  it.each([
    [600, '10'],
    [0, '0'],
    [90, '1.5'],
    [100, '1.67'],
  ])('ADV-03 %i seconds are shown as %s minutes', (seconds, minutes) => {
    expect(minutesOf(seconds)).toBe(minutes)
  })

  it.each([
    ['bufferMinutes', '', 'Enter a buffer time of 0 minutes or more'],
    ['bufferMinutes', '-1', 'Enter a buffer time of 0 minutes or more'],
    ['bufferMinutes', '1e3', 'Enter a buffer time of 0 minutes or more'],
    ['bufferMinutes', '1.5', 'Enter whole minutes'],
    ['bufferMinutes', '1441', 'Should not exceed 1,440 minutes'],
    ['slotMinutes', '0', 'Enter a slot time of 1 minute or more'],
    ['slotMinutes', 'ten', 'Enter a slot time of 1 minute or more'],
  ] as const)('OQ-090 %s of "%s" is refused: %s', (field, text, message) => {
    expect(serviceErrors({ ...valuesOf(service), [field]: text }, service)).toEqual({ [field]: message })
  })

  it.each([
    ['bufferMinutes', '0'],
    ['bufferMinutes', '1440'],
    ['slotMinutes', '1'],
    ['slotMinutes', ' 45 '],
  ] as const)('OQ-090 %s of "%s" is taken', (field, text) => {
    expect(serviceErrors({ ...valuesOf(service), [field]: text }, service)).toEqual({})
  })

  it('OQ-090 a stored time of broken minutes that is left alone is not refused and not changed', () => {
    const odd = { ...service, buffer_time: 100 }
    const values = { ...valuesOf(odd), slotMinutes: '45' }
    expect(serviceErrors(values, odd)).toEqual({})
    expect(changedFields(storedEditedOf(odd), editedOf(values, odd))).toEqual({ slot_time: 2700 })
  })
})

describe('what an edit sends', () => {
  it('ADV-33 nothing when nothing was changed', () => {
    expect(changedFields(storedEditedOf(service), editedOf(valuesOf(service), service))).toEqual({})
  })

  it('ADV-33 seconds, and the whole list of advisors once one of them was changed', () => {
    const values = { ...valuesOf(service), bufferMinutes: '15', advisors: [advisor('b'), advisor('c')] }
    const loaded = storedEditedOf(service)
    const typed = editedOf(values, service)
    expect(serviceChangesOf(changedFields(loaded, typed), { ...loaded, ...typed })).toEqual({
      buffer_time: 900,
      advisors: ['b', 'c'],
    })
  })

  it('OQ-109 keeps the advisors that two people added and removed', () => {
    const stored = storedEditedOf({ ...service, advisors: [advisor('b'), advisor('d')] })
    const typed = editedOf(
      { ...valuesOf(service), advisors: [advisor('a'), advisor('b'), advisor('c')] },
      service,
    )
    const { merged, conflicts } = mergeEdits(storedEditedOf(service), stored, typed)
    expect(conflicts).toEqual([])
    expect(serviceChangesOf(changedFields(stored, merged), merged)).toEqual({ advisors: ['b', 'd', 'c'] })
  })

  it('OQ-109 asks about a time that both changed', () => {
    const stored = storedEditedOf({ ...service, slot_time: 3600 })
    const typed = editedOf({ ...valuesOf(service), slotMinutes: '45' }, service)
    expect(mergeEdits(storedEditedOf(service), stored, typed).conflicts).toEqual([
      { field: 'slot_time', stored: 3600, typed: 2700 },
    ])
  })

  it.each([
    ['buffer_time', 'bufferMinutes'],
    ['slot_time', 'slotMinutes'],
    ['advisors.3', 'advisors'],
    ['service_name', undefined],
  ])('marks what the server refused at %s', (path, field) => {
    expect(formFieldOf(path)).toBe(field)
  })
})
