import { describe, expect, it } from 'vitest'
import { typedPerson } from './typed-person.ts'

describe('what a search fills of a new person', () => {
  it('is an e-mail address, a name, or nothing (OQ-535)', () => {
    expect(typedPerson(' asha@example.com ')).toEqual({ email: 'asha@example.com' })
    expect(typedPerson('Asha de Souza')).toEqual({ first_name: 'Asha', last_name: 'de Souza' })
    expect(typedPerson('Asha')).toEqual({ first_name: 'Asha', last_name: '' })
    expect(typedPerson('  ')).toEqual({})
  })
})
