import { describe, expect, it } from 'vitest'
import { admittedBy, domainOf, isEmpty, readAllowList } from './allow-list.ts'

const list = readAllowList({
  ADMIN_EMAIL_DOMAINS: ['greenroom.example'],
  ADMIN_EMAILS: ['guest@elsewhere.example'],
})

describe('the allow-list', () => {
  it.each(['meera@greenroom.example', 'Meera@GREENROOM.Example'])(
    'AUTH-10 %s is admitted by its domain',
    (email) => expect(admittedBy(list, email)).toBe('domain'),
  )

  it.each(['guest@elsewhere.example', 'Guest@Elsewhere.Example'])(
    'AUTH-10 %s is admitted by its address',
    (email) => expect(admittedBy(list, email)).toBe('address'),
  )

  it.each([
    'meera@evilgreenroom.example',
    'meera@greenroom.example.evil.com',
    'meera@sub.greenroom.example',
    'meera@greenroom.example@evil.com',
    'meera@evil.com@greenroom.example',
    '"a@b"@greenroom.example',
    'meera@greenroom.example.',
    'meera@greenroom.example ',
    'meera@greenroom.example\n',
    'meera@greenroom。example',
    'meera@ɡreenroom.example',
    'other@elsewhere.example',
    'guest+x@elsewhere.example',
    '@greenroom.example',
    'greenroom.example',
    'meera@',
    '',
  ])('AUTH-10 the look-alike %j is not admitted', (email) => expect(admittedBy(list, email)).toBeNull())

  it('AUTH-10 a letter that only lower-casing turns into ASCII is no match', () => {
    const kelvin = readAllowList({ ADMIN_EMAIL_DOMAINS: ['kite.example'], ADMIN_EMAILS: [] })
    expect(admittedBy(kelvin, 'a@Kite.example')).toBe('domain')
    expect(admittedBy(kelvin, 'a@\u212Aite.example')).toBeNull()
  })

  it('AUTH-10 an unset allow-list admits nobody', () => {
    const empty = readAllowList({ ADMIN_EMAIL_DOMAINS: [], ADMIN_EMAILS: [] })
    expect(isEmpty(empty)).toBe(true)
    expect(admittedBy(empty, 'meera@greenroom.example')).toBeNull()
    expect(isEmpty(list)).toBe(false)
  })

  it('AUTH-10 a domain may be written with its @', () => {
    const written = readAllowList({ ADMIN_EMAIL_DOMAINS: ['@greenroom.example'], ADMIN_EMAILS: [] })
    expect(admittedBy(written, 'meera@greenroom.example')).toBe('domain')
  })

  it('AUTH-10 an entry that could never match is named instead of admitting nobody silently', () => {
    expect(() => readAllowList({ ADMIN_EMAIL_DOMAINS: ['a@b.example'], ADMIN_EMAILS: [] })).toThrow(
      'a@b.example',
    )
    expect(() => readAllowList({ ADMIN_EMAIL_DOMAINS: [], ADMIN_EMAILS: ['b.example'] })).toThrow('b.example')
  })

  it('AUTH-10 an address has exactly one @', () => {
    expect(domainOf('a@C.Example')).toBe('c.example')
    for (const text of ['a@b@c.example', '@c.example', 'a@', 'a', '', 'a b@c.example']) {
      expect(domainOf(text)).toBeNull()
    }
  })
})
