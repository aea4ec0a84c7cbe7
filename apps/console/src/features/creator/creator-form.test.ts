import { describe, expect, it } from 'vitest'
import { type CreatorValues, creatorForm, creatorOf } from './creator-form.ts'

const asha = { first_name: 'Asha', last_name: 'Rao', email: 'asha.rao@example.com', phone: '9845012763' }
const errorsOf = (values: CreatorValues) => creatorForm.errors(values, { base: null, isSubmit: true })

describe('the form of a new creator', () => {
  it('CRE-03 is right when every field is filled', () => {
    expect(errorsOf(asha)).toEqual({})
    expect(creatorOf(asha)).toEqual({ ...asha, phone: '+919845012763' })
  })

  it('CRE-04 refuses what is no e-mail address', () => {
    for (const email of ['', 'asha', 'asha@example', 'asha rao@example.com']) {
      expect(errorsOf({ ...asha, email })).toEqual({ email: 'Invalid email format' })
    }
  })

  it('CRE-05 refuses a phone with a leading zero, one digit or anything but digits', () => {
    for (const phone of ['', '9', '0984501276', '98450x2763', '++98450']) {
      expect(errorsOf({ ...asha, phone })).toEqual({ phone: 'Invalid phone number format' })
    }
    expect(errorsOf({ ...asha, phone: '+98' })).toEqual({})
  })

  it('CRE-03 names each field that is missing', () => {
    const blank = { first_name: ' ', last_name: '', email: '', phone: '' }
    expect(Object.keys(errorsOf(blank))).toEqual(['first_name', 'last_name', 'email', 'phone'])
  })
})
