import { describe, expect, it } from 'vitest'
import { formatPhone } from './phone.ts'

describe('a phone as people read it', () => {
  it('CRE-02 stands in two groups of five after the country code of India', () => {
    expect(formatPhone('+919845012763')).toBe('+91 98450 12763')
  })

  it('keeps its form when it is of another country or length', () => {
    for (const phone of ['+14155550100', '+9198', '9845012763', '']) expect(formatPhone(phone)).toBe(phone)
  })
})
