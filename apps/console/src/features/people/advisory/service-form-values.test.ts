import type { AdvisoryService } from '@greenroom/contract/people/advisory/advisory.schema'
import { describe, expect, it } from 'vitest'
import { changedFields, mergeEdits } from '../../../shared/record/edit-conflict/merge-edits.ts'
import { minutesOf, serviceChangesOf, serviceForm } from './service-form-values.ts'

const { valuesOf, editedOf } = serviceForm
const storedEditedOf = (service: AdvisoryService) => editedOf(valuesOf(service), service)
const serviceErrors = (values: Parameters<typeof serviceForm.errors>[0], base: AdvisoryService) =>
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
  ])('shows %i seconds as %s minutes (ADV-03)', (seconds, minutes) => {
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
  ] as const)('rejects %s of "%s": %s (OQ-090)', (field, text, message) => {
    expect(serviceErrors({ ...valuesOf(service), [field]: text }, service)).toEqual({ [field]: message })
  })

  it.each([
    ['bufferMinutes', '0'],
    ['bufferMinutes', '1440'],
    ['slotMinutes', '1'],
    ['slotMinutes', ' 45 '],
  ] as const)('accepts %s of "%s" (OQ-090)', (field, text) => {
    expect(serviceErrors({ ...valuesOf(service), [field]: text }, service)).toEqual({})
  })

  it('keeps a stored time of fractional minutes if it is not edited (OQ-090)', () => {
    const odd = { ...service, buffer_time: 100 }
    const values = { ...valuesOf(odd), slotMinutes: '45' }
    expect(serviceErrors(values, odd)).toEqual({})
    expect(changedFields(storedEditedOf(odd), editedOf(values, odd))).toEqual({ slot_time: 2700 })
  })
})

describe('an edit of a service', () => {
  it('sends nothing if nothing was changed (ADV-33)', () => {
    expect(changedFields(storedEditedOf(service), editedOf(valuesOf(service), service))).toEqual({})
  })

  it('sends seconds, and all advisors once one of them was changed (ADV-33)', () => {
    const values = { ...valuesOf(service), bufferMinutes: '15', advisors: [advisor('b'), advisor('c')] }
    const loaded = storedEditedOf(service)
    const typed = editedOf(values, service)
    expect(serviceChangesOf(changedFields(loaded, typed), { ...loaded, ...typed })).toEqual({
      buffer_time: 900,
      advisors: ['b', 'c'],
    })
  })

  it('keeps the advisors that two people added and removed (OQ-109)', () => {
    const stored = storedEditedOf({ ...service, advisors: [advisor('b'), advisor('d')] })
    const typed = editedOf(
      { ...valuesOf(service), advisors: [advisor('a'), advisor('b'), advisor('c')] },
      service,
    )
    const { merged, conflicts } = mergeEdits(storedEditedOf(service), stored, typed)
    expect(conflicts).toEqual([])
    expect(serviceChangesOf(changedFields(stored, merged), merged)).toEqual({ advisors: ['b', 'd', 'c'] })
  })

  it('asks about a time that both changed (OQ-109)', () => {
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
  ])('shows a server error of %s at its field', (path, field) => {
    expect(formFieldOf(path)).toBe(field)
  })
})
