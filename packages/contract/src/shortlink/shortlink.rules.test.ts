import { describe, expect, it } from 'vitest'
import { isAppAddress, isReservedShortCode, shortlinkAddress, withParams } from './shortlink.rules.ts'
import { shortlinkFields } from './shortlink.schema.ts'

/** Addresses that run code or read a machine's files, in the guises that they are known to come in. */
export const scriptAddresses = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'jAvAsCrIpT://example.com/%0aalert(1)',
  ' javascript:alert(1)',
  '\tjavascript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  'java\r\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  '\u00a0javascript:alert(1)',
  '\ufeffjavascript:alert(1)',
  '\u200bjavascript:alert(1)',
  'javascript\u200b:alert(1)',
  'javascript :alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,<script>1</script>',
  'DATA:text/html;base64,PHNjcmlwdD4=',
  'vbscript:msgbox(1)',
  'VbScript:msgbox(1)',
  'file:///etc/passwd',
  'FILE://host/share',
  'blob:https://example.com/1234',
  'filesystem:https://example.com/temporary/x',
  'view-source:https://example.com',
  'about:blank',
]

describe('addresses', () => {
  it.each(scriptAddresses)('OQ-100 LINK-05 refuses %j everywhere', (address) => {
    expect(isAppAddress(address.trim())).toBe(false)
    expect(shortlinkFields.appUrl.safeParse(address).success).toBe(false)
    expect(shortlinkFields.webUrl.safeParse(address).success).toBe(false)
    expect(shortlinkAddress({ webUrl: null, appUrl: address, params: {} })).toBeNull()
    expect(shortlinkAddress({ webUrl: address, appUrl: null, params: {} })).toBeNull()
  })

  it.each([
    'myapp://page',
    'myapp://',
    'MyApp:page',
    'com.example.app://x?y=1#z',
    'tel:+911234567890',
    'https://a.example/x',
  ])('LINK-01 takes %s for an app', (address) => {
    expect(shortlinkFields.appUrl.safeParse(address)).toMatchObject({ success: true, data: address })
  })

  it.each(['page', '//page', '/page', 'myapp', 'myapp:', ':page', '1app://x', 'my app://x', 'myapp://a b'])(
    'LINK-01 refuses %s for an app',
    (address) => {
      expect(shortlinkFields.appUrl.safeParse(address).success).toBe(false)
    },
  )

  it.each([
    'http://',
    'https://',
    'https://a b',
    'ftp://a.example',
    'www.example.com',
    '//a.example',
    'https:a.example',
    'https://a.example/\nx',
    'mailto:a@b.c',
  ])('LINK-05 refuses %j for the web', (address) => {
    expect(shortlinkFields.webUrl.safeParse(address).success).toBe(false)
  })

  it('LINK-05 takes http and https, and no white space around them', () => {
    for (const address of ['http://a.example', 'HTTPS://a.example/x?y=%20#z', 'https://münchen.example/ß']) {
      expect(shortlinkFields.webUrl.safeParse(` ${address}\n`)).toMatchObject({
        success: true,
        data: address,
      })
    }
    expect(shortlinkFields.webUrl.safeParse(`https://a.example/${'x'.repeat(1982)}`).success).toBe(true)
    expect(shortlinkFields.webUrl.safeParse(`https://a.example/${'x'.repeat(1983)}`).success).toBe(false)
  })
})

describe('parameters', () => {
  const cases: [string, Record<string, string>, string][] = [
    ['https://a.example', {}, 'https://a.example'],
    ['https://a.example', { x: '1' }, 'https://a.example?x=1'],
    ['https://a.example/p?y=2', { x: '1' }, 'https://a.example/p?y=2&x=1'],
    ['https://a.example/p?x=0&y=2&x=3', { x: '1' }, 'https://a.example/p?y=2&x=1'],
    ['https://a.example/p?%78=0', { x: '1' }, 'https://a.example/p?x=1'],
    ['https://a.example/p?y=a%20b+c&z#f?x=9', { x: '1' }, 'https://a.example/p?y=a%20b+c&z&x=1#f?x=9'],
    ['https://a.example/?', { x: '' }, 'https://a.example/?x='],
    [
      'https://a.example/',
      { 'a b': 'c&d=e#f?g/ü+' },
      'https://a.example/?a%20b=c%26d%3De%23f%3Fg%2F%C3%BC%2B',
    ],
    ['myapp://page?y=2', { x: '1' }, 'myapp://page?y=2&x=1'],
    ['https://a.example/?constructor=1', { x: '1' }, 'https://a.example/?constructor=1&x=1'],
  ]
  it.each(cases)('OQ-100 LINK-01 into %s: %j', (address, params, expected) => {
    expect(withParams(address, params)).toBe(expected)
    expect(() => new URL(expected)).not.toThrow()
  })

  it('OQ-100 cannot change the host, and what comes out fits a header', () => {
    const params = { '@evil.example/': '\r\nset-cookie: a=b', '//evil.example': '\\' }
    const address = shortlinkAddress({ webUrl: 'https://bücher.example/ü', appUrl: null, params }) ?? ''
    expect(new URL(address).host).toBe('xn--bcher-kva.example')
    expect(address).toMatch(/^[\x21-\x7e]+$/)
    expect([...new URL(address).searchParams]).toEqual(Object.entries(params))
  })

  it('OQ-100 the app address counts where there is no web address', () => {
    const both = { webUrl: 'https://a.example/', appUrl: 'myapp://x', params: { y: '1' } }
    expect(shortlinkAddress(both)).toBe('https://a.example/?y=1')
    expect(shortlinkAddress({ ...both, webUrl: null })).toBe('myapp://x?y=1')
    expect(shortlinkAddress({ ...both, webUrl: null, appUrl: null })).toBeNull()
  })
})

it('LINK-06 addresses of the site are reserved in any case', () => {
  for (const code of ['admin', 'Login', 'WEBINAR', 'masterclass', 'well-known']) {
    expect(isReservedShortCode(code)).toBe(true)
  }
  for (const code of ['adm', 'admins', 'constructor', '']) expect(isReservedShortCode(code)).toBe(false)
})
