import { creatorFields } from '@greenroom/contract/sessions/creator/creator.schema'
import { describe, expect, it } from 'vitest'
import { prefixedPhone } from './phone.ts'

describe('the phone of a creator', () => {
  it('is prefixed with +91 on submit (CRE-07)', () => {
    expect(prefixedPhone('9845012763')).toBe('+919845012763')
  })

  it('loses a typed plus, so that +91+ is never sent (CRE-07)', () => {
    expect(prefixedPhone('+984501276')).toBe('+91984501276')
  })

  it('is valid on the server whenever it is valid as typed (CRE-07)', () => {
    for (const typed of ['98', '+98', '9845012763', '+984501276', '98450127634']) {
      expect(creatorFields.typedPhone.safeParse(typed).success).toBe(true)
      expect(creatorFields.phone.safeParse(prefixedPhone(typed)).success).toBe(true)
    }
  })
})
