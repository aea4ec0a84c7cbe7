import type { Export } from '@greenroom/contract/desk/export/export.schema'
import { expect, it } from 'vitest'
import { exportStateText } from './export-messages.ts'

const made: Export = {
  _id: '1',
  kind: 'transactions',
  format: 'csv',
  file_name: 'transactions-2026-11-21.csv',
  state: 'waiting',
  rows_done: 0,
  rows_total: 250_000,
  byte_size: null,
  problem: null,
  requested_at: '2026-11-21T06:30:00.000Z',
  finished_at: null,
  expires_at: null,
}

it.each<[Partial<Export>, string]>([
  [{}, 'Waiting for other exports'],
  [{ state: 'running', rows_done: 12_000 }, '12,000 of 2,50,000 rows'],
  // Orders that came in after the request.
  [{ state: 'running', rows_done: 250_010 }, '2,50,010 of 2,50,010 rows'],
  [{ state: 'done', rows_done: 1, byte_size: 640 }, '1 row, 640 B'],
  [{ state: 'done', rows_done: 250_000, byte_size: 9_600_000 }, '2,50,000 rows, 9.2 MB'],
  [{ state: 'failed', problem: 'The file could not be made.' }, 'The file could not be made.'],
  [{ state: 'cancelled' }, 'Cancelled'],
  [{ state: 'expired' }, 'Deleted after 24 hours'],
])('describes the state of an export: %j (OQ-290)', (changes, text) => {
  expect(exportStateText({ ...made, ...changes })).toBe(text)
})
