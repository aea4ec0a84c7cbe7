import { createConnection } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startCall } from '../../../platform/call.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { generateShortCode } from './short-code.ts'
import { createShortlinkService } from './shortlink.service.ts'
import { createShortlinkOpens } from './shortlink-opens.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const path = '/admin/shortlink'
const valid = { webUrl: 'https://www.example.com/masterclass' }
const create = (overrides: Record<string, unknown> = {}) =>
  app.call('POST', path, { json: { ...valid, ...overrides } })
async function make(overrides: Record<string, unknown> = {}) {
  const answer = await create(overrides)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}
const replace = (code: string, json: unknown, headers: Record<string, string> = {}) =>
  app.call('PUT', `${path}/${code}`, { json, headers })
const list = async (query = '') => {
  const answer = await app.call('GET', `${path}${query}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}
const codes = async (query = '') => (await list(query)).map((one: { shortCode: string }) => one.shortCode)
const open = (code: string, headers: Record<string, string> = {}) =>
  app.call('GET', `/s/${code}`, { token: null, headers })
const auditOf = (id: string) =>
  app.database.kysely
    .selectFrom('audit_entry')
    .select(['action', 'entity_label', 'before', 'after'])
    .where('entity_id', '=', id)
    .orderBy('at')
    .execute()

const words = {
  none: 'At least one URL is required',
  web: 'Please enter a valid web URL starting with http:// or https://',
  app: 'Please enter a valid app URL such as https://www.example.com/page',
  scheme: 'The app URL must start with http://, https:// or greenroom://',
  code: 'Use 3 to 32 letters, digits, - or _',
  name: 'Parameter name is required',
}
const refusedTargets: [string, Record<string, unknown>, string, string][] = [
  ['no URL (LINK-04)', { webUrl: undefined }, 'webUrl', words.none],
  ['two empty URLs (LINK-04)', { webUrl: '', appUrl: '' }, 'webUrl', words.none],
  ['two blank URLs (LINK-04)', { webUrl: ' ', appUrl: '\t' }, 'webUrl', words.none],
  ['null for both (LINK-04)', { webUrl: null, appUrl: null }, 'webUrl', words.none],
  ['no scheme (LINK-05)', { webUrl: 'www.example.com' }, 'webUrl', words.web],
  ['another scheme (LINK-05)', { webUrl: 'ftp://www.example.com' }, 'webUrl', words.web],
  ['only a scheme (LINK-05)', { webUrl: 'https://' }, 'webUrl', words.web],
  ['a script (LINK-05)', { webUrl: 'javascript:alert(1)' }, 'webUrl', words.web],
  ['data (LINK-05)', { webUrl: 'data:text/html,x' }, 'webUrl', words.web],
  ['a number (LINK-05)', { webUrl: 7 }, 'webUrl', words.web],
  ['a line break (LINK-05)', { webUrl: 'https://a.example/\r\nx' }, 'webUrl', words.web],
  ['an app URL without a scheme (LINK-01)', { appUrl: 'home' }, 'appUrl', words.app],
  ['a script split by white space (LINK-01)', { appUrl: 'java\nscript:alert(1)' }, 'appUrl', words.app],
  ...[
    'JavaScript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    'vbscript:x',
    'feed:javascript:alert(1)',
    'ms-msdt:-id%20PCWDiagnostic',
    'search-ms:query=x',
    'smb://a.example/share',
    'intent://scan/#Intent;scheme=zxing;end',
    'tel:112',
    'myapp://page',
  ].map((appUrl): [string, Record<string, unknown>, string, string] => [
    `the app URL ${appUrl} (LINK-01, OQ-127)`,
    { appUrl },
    'appUrl',
    words.scheme,
  ]),
  [
    'a URL of 2001 characters (LINK-01)',
    { webUrl: `https://a.example/${'x'.repeat(1983)}` },
    'webUrl',
    'Should not exceed 2000 characters',
  ],
  ['a parameter without a name (LINK-07)', { params: { '': 'x' } }, 'params', words.name],
  ['a parameter with a blank name (LINK-07)', { params: { a: '1', ' \t': 'x' } }, 'params', words.name],
  ['a parameter that is not a text (LINK-07)', { params: { a: 1 } }, 'params.a', 'Enter a text'],
  [
    '51 parameters (LINK-07)',
    { params: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`p${n}`, ''])) },
    'params',
    'Should not exceed 50 parameters',
  ],
]

describe('creating a short link', () => {
  it('requires a credential (AUTH-09)', async () => {
    expect((await app.call('POST', path, { json: valid, token: null })).status).toBe(401)
  })

  const refusals: typeof refusedTargets = [
    ...refusedTargets,
    ['a code of two characters (OQ-099)', { shortCode: 'ab' }, 'shortCode', words.code],
    ['a code of 33 characters (OQ-099)', { shortCode: 'a'.repeat(33) }, 'shortCode', words.code],
    ['a code with a slash (OQ-099)', { shortCode: 'a/b' }, 'shortCode', words.code],
    ['a code with dots (OQ-099)', { shortCode: '../x' }, 'shortCode', words.code],
    ['a code with a space inside (OQ-099)', { shortCode: 'ab c' }, 'shortCode', words.code],
    ['a code with foreign letters (OQ-099)', { shortCode: 'übung' }, 'shortCode', words.code],
    ['a code that is a number (OQ-099)', { shortCode: 12345 }, 'shortCode', words.code],
  ]
  it.each(refusals)('%s is refused and makes nothing', async (_title, overrides, field, message) => {
    const before = await list()
    const answer = await create(overrides)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual([{ path: field, message }])
    expect(await list()).toEqual(before)
  })

  it('returns the stored link (LINK-10, LINK-01)', async () => {
    const sent = {
      shortCode: 'Diwali_26-a',
      webUrl: 'https://www.example.com/offers?x=1#top',
      appUrl: 'greenroom://offers',
      params: { zeta: '1', a: 'two & more', 'utm source': 'ü' },
    }
    const answer = await create(sent)
    expect(answer.status).toBe(201)
    expect(answer.body.message).toBe('Shortlink created successfully')
    expect(answer.body.data).toEqual({
      _id: expect.any(String),
      ...sent,
      opens: 0,
      created_at: app.clock.now().toISOString(),
      version: 1,
    })
    // Parameters keep the order in which they were sent.
    expect(Object.keys(answer.body.data.params)).toEqual(['zeta', 'a', 'utm source'])
    expect((await list())[0]).toEqual(answer.body.data)
    expect(await auditOf(answer.body.data._id)).toMatchObject([
      { action: 'shortlink.create', entity_label: 'Diwali_26-a', after: sent },
    ])
  })

  it('accepts one URL alone and trims white space (LINK-04, LINK-01)', async () => {
    expect(await make({ webUrl: ' https://a.example \n' })).toMatchObject({
      webUrl: 'https://a.example',
      appUrl: null,
      params: {},
    })
    expect(await make({ webUrl: '', appUrl: 'greenroom://x', params: null })).toMatchObject({
      webUrl: null,
      appUrl: 'greenroom://x',
    })
  })

  it.each([undefined, '', '  ', null])(
    'generates a code for the code %j (LINK-06, OQ-099)',
    async (shortCode) => {
      const made = await make({ shortCode })
      expect(made.shortCode).toMatch(/^[0-9A-Za-z]{7}$/)
      expect((await open(made.shortCode)).status).toBe(302)
    },
  )

  it('generates different codes and skips taken and reserved ones (LINK-06, OQ-099)', async () => {
    expect(new Set(Array.from({ length: 1000 }, generateShortCode)).size).toBe(1000)
    await make({ shortCode: 'takenOn' })
    const drawn = ['takenOn', 'webinar', 'Webinar', 'takenOn', 'freeOne']
    const shortlinks = createShortlinkService({ appSchemes: [], generate: () => drawn.shift() ?? '' })
    const made = await app.database.kysely
      .transaction()
      .execute((db) => shortlinks.create(startCall({ db, clock: app.clock }), valid))
    expect(made.shortCode).toBe('freeOne')
    expect(drawn).toEqual([])
  })

  it('rejects an existing code with 409, also concurrently; case matters (LINK-10, OQ-099)', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => create({ shortCode: 'Summer', webUrl: `https://a.example/${n}` })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({
      code: 'DUPLICATE',
      message: 'Short code already exists',
      errors: [{ path: 'shortCode', message: 'Short code already exists' }],
    })
    const winner = answers.find((answer) => answer.status === 201)?.body.data
    expect((await open('Summer')).headers.get('location')).toBe(winner.webUrl)
    expect((await create({ shortCode: 'summer' })).status).toBe(201)
    expect((await create({ shortCode: ' Summer ' })).status).toBe(409)
  })

  it.each(['admin', 'ADMIN', 'login', 'webhooks', 'masterclass', 'url-shortener'])(
    'rejects the reserved code %s with 409 (LINK-10)',
    async (shortCode) => {
      const answer = await create({ shortCode })
      expect(answer.status).toBe(409)
      expect(answer.body.errors).toEqual([{ path: 'shortCode', message: 'This short code is reserved' }])
      expect(await codes()).not.toContain(shortCode)
    },
  )

  it('ignores fields that clients may not set (LINK-10)', async () => {
    const made = await make({
      shortCode: 'extras',
      _id: '01931f6e-0000-7000-8000-00000000dead',
      version: 9,
      created_at: '2001-01-01T00:00:00Z',
      params: JSON.parse('{"__proto__":"x","constructor":"y"}'),
    })
    expect(made).toMatchObject({ version: 1, created_at: app.clock.now().toISOString() })
    expect(made._id).not.toBe('01931f6e-0000-7000-8000-00000000dead')
    expect((await open('extras')).headers.get('location')).toBe(`${valid.webUrl}?constructor=y`)
  })

  it('creates one link for two requests with the same key (LINK-10)', async () => {
    const send = () => app.call('POST', path, { json: valid, headers: { 'idempotency-key': 'link-1' } })
    const [first, second] = await Promise.all([send(), send()])
    expect(first.body).toEqual(second.body)
    expect(first.status).toBe(201)
  })
})

describe('listing short links', () => {
  const empty = () => sql`truncate shortlink`.execute(app.database.kysely)
  afterAll(empty)

  it('returns the newest first, a hundred by default (LINK-09, OQ-099)', async () => {
    await empty()
    const began = Date.parse('2026-11-21T06:30:00.000Z')
    await app.database.kysely
      .insertInto('shortlink')
      .values(
        Array.from({ length: 205 }, (_, n) => ({
          id: `01931f6e-0000-7000-8000-${String(n).padStart(12, '0')}`,
          short_code: `code-${n}`,
          web_url: 'https://a.example',
          // Pairs share a time, so that the id decides.
          created_at: new Date(began + Math.floor(n / 2) * 1000),
        })),
      )
      .execute()
    const all = Array.from({ length: 205 }, (_, n) => `code-${204 - n}`)
    expect(await codes()).toEqual(all.slice(0, 100))
    expect(await codes('?offset=100')).toEqual(all.slice(100, 200))
    expect(await codes('?offset=200')).toEqual(all.slice(200))
    expect(await codes('?offset=205')).toEqual([])
    expect(await codes('?limit=2&offset=1')).toEqual(all.slice(1, 3))
    expect(await codes('?limit=1000')).toHaveLength(200)
  })

  it('finds a part of a code or a URL in any case, and sorts by opens (LINK-09, OQ-706)', async () => {
    await empty()
    await make({ shortCode: 'Diwali-26', webUrl: 'https://a.example/offers' })
    await make({ shortCode: 'feed', webUrl: null, appUrl: 'greenroom://community/100%_of' })
    await make({ shortCode: 'gift', webUrl: 'https://b.example/gift?for=diwali' })
    await sql`update shortlink set opens = length(short_code)`.execute(app.database.kysely)
    expect(await codes('?search=DIWALI')).toEqual(['gift', 'Diwali-26'])
    expect(await codes('?search=%20community%20')).toEqual(['feed'])
    expect(await codes('?search=100%25_')).toEqual(['feed'])
    expect(await codes('?search=a_example')).toEqual([])
    expect(await codes('?sort=opens')).toEqual(['Diwali-26', 'gift', 'feed'])
    expect(await codes('?sort=newest')).toEqual(['gift', 'feed', 'Diwali-26'])
    expect(await codes('?sort=opens&search=diwali&limit=1&offset=1')).toEqual(['gift'])
  })

  it.each(['?limit=0', '?limit=x', '?offset=-1', '?sort=code', `?search=${'x'.repeat(5000)}`])(
    'rejects %s (LINK-09)',
    async (query) => {
      expect((await app.call('GET', `${path}${query}`)).status).toBe(400)
    },
  )

  it('requires a credential (AUTH-09)', async () => {
    expect((await app.call('GET', path, { token: null })).status).toBe(401)
  })
})

describe('replacing a short link', () => {
  it('requires a credential (AUTH-09)', async () => {
    expect((await app.call('PUT', `${path}/abc`, { json: valid, token: null })).status).toBe(401)
  })

  it('returns 404 for an unknown link (LINK-11)', async () => {
    for (const code of ['none-such', 'a', 'x'.repeat(90), '%2e%2e', 'ü']) {
      expect((await replace(code, valid)).status).toBe(404)
    }
    expect((await replace('none-such', valid)).body.message).toBe('This short link does not exist')
  })

  it.each(refusedTargets)(
    'rejects %s and changes nothing (LINK-11)',
    async (_title, overrides, field, message) => {
      const made = await make()
      const answer = await replace(made.shortCode, { ...valid, ...overrides })
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual([{ path: field, message }])
      expect((await list())[0]).toEqual(made)
    },
  )

  it('replaces everything except the code, whatever the body has (LINK-11, LINK-08)', async () => {
    const made = await make({ shortCode: 'fixed', appUrl: 'greenroom://x', params: { a: '1' } })
    const answer = await replace('fixed', { shortCode: 'other', webUrl: 'https://b.example/' })
    expect(answer.status).toBe(200)
    expect(answer.body.message).toBe('Shortlink updated successfully')
    expect(answer.body.data).toEqual({
      ...made,
      webUrl: 'https://b.example/',
      appUrl: null,
      params: {},
      version: 2,
    })
    expect((await open('other')).status).toBe(404)
    expect((await open('fixed')).headers.get('location')).toBe('https://b.example/')
    expect((await auditOf(made._id))[1]).toMatchObject({
      action: 'shortlink.update',
      before: { webUrl: valid.webUrl, appUrl: 'greenroom://x', params: { a: '1' } },
      after: { webUrl: 'https://b.example/', appUrl: null, params: {} },
    })
  })

  it('keeps version and audit log if nothing changes (LINK-11)', async () => {
    const made = await make({ params: { b: '1', a: '2' } })
    const answer = await replace(made.shortCode, { ...valid, appUrl: '', params: { b: '1', a: '2' } })
    expect(answer.body.data).toEqual(made)
    expect(await auditOf(made._id)).toHaveLength(1)
  })

  it('rejects a stale edit with the current record; accepts one of many concurrent ones (LINK-11, OQ-109)', async () => {
    const made = await make()
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        replace(made.shortCode, { webUrl: `https://a.example/${n}` }, { 'if-match': '"1"' }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409, 409])
    const won = answers.find((answer) => answer.status === 200)?.body.data
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ code: 'STALE', data: won })
    expect((await list())[0]).toEqual(won)
  })
})

describe('removing a short link', () => {
  it('requires a credential (AUTH-09)', async () => {
    expect((await app.call('DELETE', `${path}/abc`, { token: null })).status).toBe(401)
  })

  it('deletes it, frees its code, and keeps it in the audit log (LINK-12)', async () => {
    const made = await make({ shortCode: 'going' })
    const answer = await app.call('DELETE', `${path}/going`)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      success: true,
      message: 'Shortlink deleted successfully',
      data: { bin_id: expect.any(String) },
    })
    expect((await open('going')).status).toBe(404)
    expect(await codes()).not.toContain('going')
    expect((await auditOf(made._id))[1]).toMatchObject({
      action: 'shortlink.remove',
      entity_label: 'going',
      before: { shortCode: 'going', webUrl: valid.webUrl },
      after: null,
    })
    expect((await app.call('DELETE', `${path}/going`)).status).toBe(404)
    expect((await make({ shortCode: 'going' }))._id).not.toBe(made._id)
  })

  it('returns 404 for an unknown link (LINK-12)', async () => {
    for (const code of ['none-such', 'x', '%00']) {
      expect((await app.call('DELETE', `${path}/${code}`)).status).toBeGreaterThanOrEqual(400)
    }
    expect((await app.call('DELETE', `${path}/none-such`)).status).toBe(404)
  })
})

describe('opening a short link', () => {
  it('redirects to the web URL with the parameters in its query, without a credential (OQ-100)', async () => {
    await make({
      shortCode: 'opened',
      webUrl: 'https://www.example.com/p?utm_source=old&keep=a%20b#part',
      appUrl: 'greenroom://p',
      params: { utm_source: 'meta', 'na me': 'a&b=c#d' },
    })
    const answer = await open('opened')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(
      'https://www.example.com/p?keep=a%20b&utm_source=meta&na%20me=a%26b%3Dc%23d#part',
    )
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.body).toBe('')
    const head = await app.call('HEAD', '/s/opened', { token: null })
    expect(head.status).toBe(302)
    expect(head.headers.get('location')).toBe(answer.headers.get('location'))
  })

  it('counts who opens it, not HEAD requests, prefetches or unknown codes, and stores nothing else (OQ-199)', async () => {
    const link = await make({ shortCode: 'counted' })
    const other = await make({ shortCode: 'not-counted' })
    expect(link.opens).toBe(0)
    const before = await auditOf(link._id)
    await Promise.all(Array.from({ length: 7 }, () => open('counted')))
    await app.call('HEAD', '/s/counted', { token: null })
    await open('counted', { 'sec-purpose': 'prefetch;prerender' })
    await open('counted', { purpose: 'prefetch' })
    await open('no-such-link')
    const listed = async (code: string) =>
      (await list()).find((one: { shortCode: string }) => one.shortCode === code)
    await expect.poll(async () => (await listed('counted')).opens).toBe(7)
    expect(await listed('counted')).toEqual({ ...link, opens: 7 })
    expect(await listed('not-counted')).toEqual(other)
    const edited = await replace('counted', { webUrl: 'https://www.example.com/new' }, { 'if-match': '"1"' })
    expect(edited.body.data).toMatchObject({ opens: 7, version: 2 })
    const audit = await auditOf(link._id)
    expect(audit).toHaveLength(before.length + 1)
    expect(JSON.stringify(audit)).not.toContain('opens')
  })

  it('stores opens when the program stops (OQ-199)', async () => {
    const own = await createTestApp()
    await own.call('POST', path, { json: { ...valid, shortCode: 'at-the-end' } })
    await own.call('GET', '/s/at-the-end', { token: null })
    await own.app.fastify.close()
    const { rows } = await sql`select opens from shortlink`.execute(own.database.kysely)
    expect(rows).toEqual([{ opens: 1 }])
    await own.close()
  })

  it('keeps opens that could not be stored for the next time (OQ-199)', async () => {
    const link = await make({ shortCode: 'stored-later' })
    const db = app.database.kysely
    const opens = createShortlinkOpens({ db, log: pino({ level: 'silent' }) })
    await sql`alter table shortlink rename column opens to gone`.execute(db)
    opens.count(link._id)
    await opens.flush()
    await sql`alter table shortlink rename column gone to opens`.execute(db)
    opens.count(link._id)
    await opens.flush()
    // Added to those that are stored.
    opens.count(link._id)
    await opens.flush()
    const listed = await list()
    expect(listed.find((one: { _id: string }) => one._id === link._id).opens).toBe(3)
  })

  it('redirects to the app URL if there is no web URL (OQ-100)', async () => {
    await make({ shortCode: 'in-app', webUrl: null, appUrl: 'greenroom://page?x=1', params: { y: '2' } })
    expect((await open('in-app')).headers.get('location')).toBe('greenroom://page?x=1&y=2')
  })

  it('returns 404 in JSON for an unknown or malformed code (OQ-100)', async () => {
    for (const code of [
      'none-such',
      'OPENED',
      'a',
      '%2e%2e%2f',
      '%00',
      'opened%0d%0ax',
      'x'.repeat(150),
      '',
    ]) {
      const answer = await open(code)
      expect([400, 404], code).toContain(answer.status)
      expect(answer.headers.get('location')).toBeNull()
      expect(answer.body).toMatchObject({ success: false })
    }
    expect((await open('none-such')).status).toBe(404)
    expect((await app.call('POST', '/s/opened', { token: null, json: {} })).status).toBe(404)
  })

  it('passes on the parameters after the code, except names of its own (OQ-100)', async () => {
    const target = 'https://www.example.com/p?keep=a%20b&utm_source=meta&na%20me=a%26b%3Dc%23d'
    for (const [behind, passed] of [
      ['?utm_medium=story&ref=a%26b', '&utm_medium=story&ref=a%26b'],
      ['?utm_source=evil&next=https://evil.example', '&next=https://evil.example'],
      ['?webUrl=https://x.example?y=1', '&webUrl=https://x.example?y=1'],
      ['?a=%0d%0aset-cookie:%20x=y', '&a=%0d%0aset-cookie:%20x=y'],
      ['?__proto__[x]=1', '&__proto__[x]=1'],
      ['?', ''],
    ]) {
      const answer = await open(`opened${behind}`)
      expect(answer.headers.get('location')).toBe(`${target}${passed}#part`)
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
  })

  it('ignores every header of the request that could change host or headers (OQ-100)', async () => {
    const plain = (await open('opened')).headers.get('location')
    const port = Number(new URL(app.url).port)
    const raw = await new Promise<string>((resolve, reject) => {
      const socket = createConnection(port, '127.0.0.1', () =>
        socket.write(
          'GET /s/opened HTTP/1.1\r\nhost: evil.example\r\nx-forwarded-host: evil.example\r\n' +
            'x-forwarded-proto: javascript\r\nforwarded: host=evil.example\r\nreferer: https://evil.example\r\n' +
            'origin: https://evil.example\r\nconnection: close\r\n\r\n',
        ),
      )
      let text = ''
      socket.on('data', (data) => {
        text += String(data)
      })
      socket.on('end', () => resolve(text))
      socket.on('error', reject)
    })
    expect(raw).toContain(`location: ${plain}`)
    expect(raw).not.toContain('evil')
  })

  it('refuses an unsafe target that another program stored (OQ-100)', async () => {
    await sql`insert into shortlink (id, short_code, app_url)
      values (gen_random_uuid(), 'unsafe', 'filesystem:https://a.example/x')`.execute(app.database.kysely)
    expect((await open('unsafe')).status).toBe(404)
    // Stored before the scheme was refused.
    for (const [code, address] of [
      ['old-feed', 'feed:javascript:alert(1)'],
      ['old-smb', 'smb://a.example/share'],
      ['old-app', 'myapp://page'],
    ]) {
      await sql`insert into shortlink (id, short_code, app_url)
        values (gen_random_uuid(), ${code}, ${address})`.execute(app.database.kysely)
      expect((await open(code ?? '')).status, address).toBe(404)
    }
    await expect(
      sql`insert into shortlink (id, short_code, app_url) values (gen_random_uuid(), 'unsafe2', ' JavaScript:x')`.execute(
        app.database.kysely,
      ),
    ).rejects.toThrow('shortlink_app_url_check')
  })
})

describe('the schemes of app URLs', () => {
  it('come from the setting, on create, on edit, on redirect, and in the console (OQ-127)', async () => {
    const own = await createTestApp({ SHORTLINK_APP_SCHEMES: ' HTTPS, myapp:// ' })
    try {
      const session = await own.call('GET', '/admin/session')
      expect(session.body.data.settings.shortlink_app_schemes).toEqual(['https', 'myapp'])
      const send = (appUrl: string) =>
        own.call('POST', path, { json: { shortCode: `code-${appUrl.length}`, appUrl } })
      expect((await send('myapp://page')).status).toBe(201)
      expect((await own.call('GET', '/s/code-12', { token: null })).headers.get('location')).toBe(
        'myapp://page',
      )
      const refused = await send('greenroom://page')
      expect([refused.status, refused.body.message]).toEqual([
        400,
        'The app URL must start with https:// or myapp://',
      ])
      const edited = await own.call('PUT', `${path}/code-12`, { json: { appUrl: 'greenroom://page' } })
      expect(edited.status).toBe(400)
    } finally {
      await own.close()
    }
  })

  it.each(['javascript', 'https,data', 'feed', 'file', 'my app', ','])(
    'rejects the setting %j at start (OQ-127)',
    async (value) => {
      await expect(createTestApp({ SHORTLINK_APP_SCHEMES: value })).rejects.toThrow('SHORTLINK_APP_SCHEMES')
    },
  )
})

describe('short link base URL', () => {
  it('is this server’s own by default (OQ-100)', async () => {
    const baseOf = async (one: TestApp) =>
      (await one.call('GET', '/admin/session')).body.data.settings.shortlink_base_url
    expect(await baseOf(app)).toBe('http://127.0.0.1:3999/s/')
    const other = await createTestApp({ SHORTLINK_BASE_URL: 'https://go.example.com/' })
    expect(await baseOf(other)).toBe('https://go.example.com/')
    await other.close()
    await expect(createTestApp({ SHORTLINK_BASE_URL: 'javascript:alert(1)' })).rejects.toThrow(
      'SHORTLINK_BASE_URL',
    )
  })
})
