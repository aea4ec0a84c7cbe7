import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { recordTime } from './intake-batch.ts'
import { SignUpRecord } from './sessions/registration/registration.schema.ts'

const read = (text: string) => z.safeParse(recordTime('Enter a time'), text)

it.each([
  ['2026-11-20T10:00:00+0530', '2026-11-20T10:00:00+05:30'],
  ['2026-11-20 10:00:00 +0200', '2026-11-20T10:00:00+02:00'],
  ['2026-11-20 10:00:00.123456+00', '2026-11-20T10:00:00.123456+00:00'],
  ['2026-11-20 10:00:00+00:00', '2026-11-20T10:00:00+00:00'],
  ['2026-11-20 10:00Z', '2026-11-20T10:00Z'],
  ['2026-11-20T10:00:00.123456789-08:00', '2026-11-20T10:00:00.123456789-08:00'],
])('reads the time %j as %j (OQ-744)', (text, time) => {
  expect(read(text).data).toBe(time)
  const moment = SignUpRecord.shape.registered_at
  expect(z.safeParse(moment, text).data).toBe(time)
})

it.each([
  '2026-11-20 10:00:00',
  '2026-11-20',
  '2026-02-30 10:00:00 +0200',
  '20.11.2026 10:00 +0200',
  '',
  'now',
])('refuses the time %j (OQ-744)', (text) => {
  expect(read(text).success).toBe(false)
})
