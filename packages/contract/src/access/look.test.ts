import { expect, it } from 'vitest'
import { isContact } from './look.ts'

it.each(['asha@mail.example', 'asha@', '98765', '+91 98765 43210', '(080) 4123-4567'])(
  'takes %s for a contact (OQ-669)',
  (text) => expect(isContact(text)).toBe(true),
)

it.each([
  'Asha Iyer',
  '@asha',
  '4999',
  'order_00000000012345',
  '2026 11 21 10 00 00 00 00',
  '12 Residency Rd 560025',
])('does not take %s for a contact (OQ-669)', (text) => expect(isContact(text)).toBe(false))
