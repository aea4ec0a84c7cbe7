import { describe, expect, it } from 'vitest'
import { formatPhone } from './phone.ts'

describe('formatPhone', () => {
  it('writes an Indian number in two groups of five after the country code (CRE-02)', () => {
    expect(formatPhone('+919845012763')).toBe('+91 98450 12763')
  })

  it('returns a number of another country or length unchanged', () => {
    for (const phone of ['+14155550100', '+9198', '9845012763', '']) expect(formatPhone(phone)).toBe(phone)
  })
})
