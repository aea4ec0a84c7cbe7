import { describe, expect, it } from 'vitest'
import { admittedBy, domainOf, isEmpty, readAllowList } from './allow-list.ts'

const list = readAllowList({
  ADMIN_EMAIL_DOMAINS: ['greenroom.example'],
  ADMIN_EMAILS: ['guest@elsewhere.example'],
})

describe('the allow-list', () => {
  it.each(['meera@greenroom.example', 'Meera@GREENROOM.Example'])(
    'admits %s by its domain (AUTH-10)',
    (email) => expect(admittedBy(list, email)).toBe('domain'),
  )

  it.each(['guest@elsewhere.example', 'Guest@Elsewhere.Example'])(
    'admits %s by its address (AUTH-10)',
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
  ])('rejects the look-alike %j (AUTH-10)', (email) => expect(admittedBy(list, email)).toBeNull())

  it('rejects a letter that becomes ASCII only when lower-cased (AUTH-10)', () => {
    const kelvin = readAllowList({ ADMIN_EMAIL_DOMAINS: ['kite.example'], ADMIN_EMAILS: [] })
    expect(admittedBy(kelvin, 'a@Kite.example')).toBe('domain')
    expect(admittedBy(kelvin, 'a@\u212Aite.example')).toBeNull()
  })

  it('admits nobody when unset (AUTH-10)', () => {
    const empty = readAllowList({ ADMIN_EMAIL_DOMAINS: [], ADMIN_EMAILS: [] })
    expect(isEmpty(empty)).toBe(true)
    expect(admittedBy(empty, 'meera@greenroom.example')).toBeNull()
    expect(isEmpty(list)).toBe(false)
  })

  it('accepts a domain with its @ (AUTH-10)', () => {
    const written = readAllowList({ ADMIN_EMAIL_DOMAINS: ['@greenroom.example'], ADMIN_EMAILS: [] })
    expect(admittedBy(written, 'meera@greenroom.example')).toBe('domain')
  })

  it('names an entry that could never match (AUTH-10)', () => {
    expect(() => readAllowList({ ADMIN_EMAIL_DOMAINS: ['a@b.example'], ADMIN_EMAILS: [] })).toThrow(
      'a@b.example',
    )
    expect(() => readAllowList({ ADMIN_EMAIL_DOMAINS: [], ADMIN_EMAILS: ['b.example'] })).toThrow('b.example')
  })

  it('requires exactly one @ in an address (AUTH-10)', () => {
    expect(domainOf('a@C.Example')).toBe('c.example')
    for (const text of ['a@b@c.example', '@c.example', 'a@', 'a', '', 'a b@c.example']) {
      expect(domainOf(text)).toBeNull()
    }
  })
})
