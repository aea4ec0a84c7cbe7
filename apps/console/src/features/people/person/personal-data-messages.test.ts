import type { Erasure } from '@greenroom/contract/people/person/personal-data.schema'
import { expect, it } from 'vitest'
import { erasureText } from './personal-data-messages.ts'

const waiting: Erasure = {
  _id: 'e1',
  state: 'waiting',
  step: null,
  requested_by: 'meera.nair@greenroom.example',
  requested_at: '2026-11-21T06:30:00.000Z',
  finished_at: null,
  counts: {},
  documents_until: null,
  problem: null,
}

it.each<[Partial<Erasure>, string]>([
  [{}, 'Waiting'],
  [{ state: 'running', step: 'orders' }, 'Erasing: orders'],
  [{ state: 'running' }, 'Finishing'],
  [{ state: 'erased' }, 'Erased'],
  [{ state: 'erased', documents_until: '2033-12-31' }, 'Erased, except tax documents until 31 December 2033'],
  [{ state: 'refused' }, 'Refused, nothing was erased'],
])('describes the erasure %j (OQ-346, OQ-380)', (values, text) => {
  expect(erasureText({ ...waiting, ...values })).toBe(text)
})
