import { describe, expect, it } from 'vitest'
import {
  canAllowScheme,
  defaultAppSchemes,
  isAppAddress,
  isReservedShortCode,
  shortlinkAddress,
} from './shortlink.rules.ts'
import { schemeList, shortlinkFields } from './shortlink.schema.ts'

/** URLs that run code or read local files, in known disguises. */
const scriptAddresses = [
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

/** URLs that start a local program, or that wrap another URL. */
const handlerAddresses = [
  'feed:javascript:alert(1)',
  'feed:https://a.example/rss',
  'jar:https://a.example/x.jar!/y',
  'ms-msdt:/id PCWDiagnostic',
  'ms-msdt:-id%20PCWDiagnostic',
  'search-ms:query=x&crumb=location:%5C%5Cevil.example%5Cshare',
  'search:query=x',
  'ms-word:ofe|u|https://a.example/x.docx',
  'smb://evil.example/share',
  'SMB://evil.example/share',
  'intent://scan/#Intent;scheme=zxing;S.browser_fallback_url=https%3A%2F%2Fevil.example;end',
  'ftp://a.example/x',
  'ssh://a.example',
  'tel:+911234567890',
  'httpss://a.example',
]

const schemes = ['http', 'https', 'myapp', 'com.example.app']

describe('addresses', () => {
  it.each([...scriptAddresses, ...handlerAddresses])(
    'rejects %j everywhere (OQ-100, OQ-127, LINK-05)',
    (address) => {
      expect(isAppAddress(address.trim(), schemes)).toBe(false)
      expect(shortlinkFields.webUrl.safeParse(address).success).toBe(false)
      expect(shortlinkAddress({ webUrl: null, appUrl: address, params: {} }, schemes)).toBeNull()
      expect(shortlinkAddress({ webUrl: address, appUrl: null, params: {} }, schemes)).toBeNull()
    },
  )

  it.each([
    'myapp://page',
    'myapp://',
    'MyApp:page',
    'com.example.app://x?y=1#z',
    'https://a.example/x',
    'http://a.example',
  ])('accepts %s for an app whose scheme is allowed (LINK-01, OQ-127)', (address) => {
    expect(shortlinkFields.appUrl.safeParse(address)).toMatchObject({ success: true, data: address })
    expect(isAppAddress(address, schemes)).toBe(true)
    if (!address.startsWith('http')) expect(isAppAddress(address, defaultAppSchemes)).toBe(false)
  })

  it('allows http, https and the product’s own scheme by default (OQ-127)', () => {
    for (const address of ['greenroom://home', 'HTTPS://a.example', 'http://a.example']) {
      expect(isAppAddress(address, defaultAppSchemes)).toBe(true)
    }
    expect(schemeList(defaultAppSchemes)).toBe('http://, https:// or greenroom://')
    expect(schemeList(['https'])).toBe('https://')
  })

  it('lets a setting allow an app’s scheme, but none that runs code, reads files or wraps another URL (OQ-127)', () => {
    for (const scheme of ['myapp', 'com.example.app', 'tel', 'https'])
      expect(canAllowScheme(scheme)).toBe(true)
    for (const scheme of [
      'javascript',
      'data',
      'vbscript',
      'file',
      'blob',
      'feed',
      'view-source',
      'my app',
      '1a',
      '',
    ]) {
      expect(canAllowScheme(scheme)).toBe(false)
    }
  })

  it.each(['page', '//page', '/page', 'myapp', 'myapp:', ':page', '1app://x', 'my app://x', 'myapp://a b'])(
    'rejects %s for an app (LINK-01)',
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
  ])('rejects %j for the web (LINK-05)', (address) => {
    expect(shortlinkFields.webUrl.safeParse(address).success).toBe(false)
  })

  it('accepts http and https without white space around them (LINK-05)', () => {
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
  it.each(cases)('adds parameters to %s: %j (OQ-100, LINK-01)', (address, params, expected) => {
    const isWeb = address.startsWith('https')
    const link = { webUrl: isWeb ? address : null, appUrl: address, params }
    expect(shortlinkAddress(link, ['myapp'])).toBe(new URL(expected).href)
  })

  it.each([
    ['https://a.example/p', 'utm_source=whatsapp', 'https://a.example/p?utm_source=whatsapp'],
    ['https://a.example/p?y=2#f', 'a=1&a=2&b', 'https://a.example/p?y=2&a=1&a=2&b#f'],
    ['https://a.example/?x=own', 'x=other&X=3&y=1', 'https://a.example/?x=own&X=3&y=1'],
    ['https://a.example/?x=own', '%78=other', 'https://a.example/?x=own'],
    ['https://a.example/?', 'q=a%20b+c%26d%3De%23f', 'https://a.example/?q=a%20b+c%26d%3De%23f'],
    ['https://a.example/', 'q=ü#f', 'https://a.example/?q=%C3%BC%23f'],
    ['https://a.example/', '&&=1&', 'https://a.example/'],
    ['https://a.example/', '__proto__=1&constructor=2', 'https://a.example/?__proto__=1&constructor=2'],
    ['myapp://page', 'x=1', 'myapp://page?x=1'],
  ])('passes on to %s the parameters after the code: %s (OQ-100)', (address, query, expected) => {
    const link = { webUrl: address.startsWith('https') ? address : null, appUrl: address, params: {} }
    expect(shortlinkAddress(link, ['myapp'], query)).toBe(expected)
  })

  it('prefers its own parameters, and passes on at most 2,000 characters, never a part of one (OQ-100)', () => {
    const link = { webUrl: 'https://a.example/', appUrl: null, params: { utm_source: 'poster' } }
    const query = `utm_source=mail&long=${'x'.repeat(2_000)}&more=${'y'.repeat(1_900)}&too_much=${'z'.repeat(90)}&z=1`
    expect(shortlinkAddress(link, schemes, query)).toBe(
      `https://a.example/?utm_source=poster&more=${'y'.repeat(1_900)}&z=1`,
    )
  })

  it('never changes the host, and returns characters that a header can carry (OQ-100)', () => {
    const params = { '@evil.example/': '\r\nset-cookie: a=b', '//evil.example': '\\' }
    const address =
      shortlinkAddress({ webUrl: 'https://bücher.example/ü', appUrl: null, params }, schemes) ?? ''
    expect(new URL(address).host).toBe('xn--bcher-kva.example')
    expect(address).toMatch(/^[\x21-\x7e]+$/)
    expect([...new URL(address).searchParams]).toEqual(Object.entries(params))
    const query = '@evil.example/=1&//evil.example=\\&x=\r\nset-cookie:a'
    const passed =
      shortlinkAddress({ webUrl: 'https://a.example', appUrl: null, params: {} }, schemes, query) ?? ''
    expect(new URL(passed).host).toBe('a.example')
    expect(passed).toMatch(/^[\x21-\x7e]+$/)
  })

  it('uses the app URL if there is no web URL (OQ-100)', () => {
    const both = { webUrl: 'https://a.example/', appUrl: 'myapp://x', params: { y: '1' } }
    expect(shortlinkAddress(both, schemes)).toBe('https://a.example/?y=1')
    expect(shortlinkAddress({ ...both, webUrl: null }, schemes)).toBe('myapp://x?y=1')
    expect(shortlinkAddress({ ...both, webUrl: null, appUrl: null }, schemes)).toBeNull()
  })
})

it('reserves the site’s own paths in any case (LINK-06)', () => {
  for (const code of ['admin', 'Login', 'WEBINAR', 'masterclass', 'well-known']) {
    expect(isReservedShortCode(code)).toBe(true)
  }
  for (const code of ['adm', 'admins', 'constructor', '']) expect(isReservedShortCode(code)).toBe(false)
})
