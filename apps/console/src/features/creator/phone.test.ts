import { creatorFields, typedPhonePattern } from '@greenroom/contract/creator/creator.schema'
import { describe, expect, it } from 'vitest'
import { prefixedPhone } from './phone.ts'

describe('the phone of a creator', () => {
  it('CRE-07 gets +91 before it on submit', () => {
    expect(prefixedPhone('9845012763')).toBe('+919845012763')
  })

  it('CRE-07 has a typed plus dropped, so that +91+ never goes out', () => {
    expect(prefixedPhone('+984501276')).toBe('+91984501276')
  })

  it('CRE-07 is acceptable to the server whenever it is acceptable as typed', () => {
    for (const typed of ['98', '+98', '9845012763', '+984501276', '98450127634']) {
      expect(typed).toMatch(typedPhonePattern)
      expect(creatorFields.phone.safeParse(prefixedPhone(typed)).success).toBe(true)
    }
  })
})
