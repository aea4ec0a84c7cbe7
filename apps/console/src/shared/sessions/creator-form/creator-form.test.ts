import { describe, expect, it } from 'vitest'
import { type CreatorValues, creatorForm, creatorOf } from './creator-form.ts'

const asha = { first_name: 'Asha', last_name: 'Rao', email: 'asha.rao@example.com', phone: '9845012763' }
const errorsOf = (values: CreatorValues) => creatorForm.errors(values, { base: null, isSubmit: true })

describe('the form of a new creator', () => {
  it('is valid if every field is filled (CRE-03)', () => {
    expect(errorsOf(asha)).toEqual({})
    expect(creatorOf(asha)).toEqual({ ...asha, phone: '+919845012763' })
  })

  it('rejects an invalid e-mail address (CRE-04)', () => {
    for (const email of ['', 'asha', 'asha@example', 'asha rao@example.com']) {
      expect(errorsOf({ ...asha, email })).toEqual({ email: 'Invalid email format' })
    }
  })

  it('rejects a phone with a leading zero, a single digit or anything but digits (CRE-05)', () => {
    for (const phone of ['', '9', '0984501276', '98450x2763', '++98450']) {
      expect(errorsOf({ ...asha, phone })).toEqual({ phone: 'Invalid phone number format' })
    }
    expect(errorsOf({ ...asha, phone: '+98' })).toEqual({})
  })

  it('has an error for each missing field (CRE-03)', () => {
    const blank = { first_name: ' ', last_name: '', email: '', phone: '' }
    expect(Object.keys(errorsOf(blank))).toEqual(['first_name', 'last_name', 'email', 'phone'])
  })
})
