import { connect } from 'node:net'
import { endpoints } from '@greenroom/contract/endpoints'
import { errorStatus } from '@greenroom/contract/error'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import { makeCreator, masterclassForm, picture } from './test-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const pathOf = (path: string) => path.replace(/:\w+/g, '01931f6e-0000-7000-8000-00000000dead')

describe('access', () => {
  const closed = endpoints.filter(({ endpoint }) => !('access' in endpoint))
  it.each(closed.map(({ endpoint }) => [endpoint.method, endpoint.path] as const))(
    '%s %s requires a Bearer credential (SHELL-01, AUTH-08)',
    async (method, path) => {
      for (const headers of [
        {},
        { authorization: 'Basic bWVlcmE6c2VjcmV0' },
        { authorization: 'Bearer nonsense' },
      ] as Record<string, string>[]) {
        const answer = await app.call(method, pathOf(path), { token: null, headers })
        expect(answer.status).toBe(401)
        expect(answer.body).toMatchObject({ success: false, code: 'UNAUTHENTICATED', status: 401 })
      }
    },
  )

  it('requires a credential on a route without an explicit "public" (AUTH-09)', async () => {
    const other = await createTestApp()
    await other.app.fastify.close()
    const { createApp } = await import('./app.ts')
    const { chooseProviders } = await import('./providers.ts')
    const { readSettings } = await import('./settings.ts')
    const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: other.dataDir, CONSOLE: 'off' })
    const tools = { clock: other.clock, log: pino({ level: 'silent' }) }
    const providers = await chooseProviders(settings, tools)
    const bare = await createApp({ settings, providers, database: other.database, ...tools })
    bare.fastify.get('/admin/forgotten', async () => 'secret')
    const answer = await bare.fastify.inject({ method: 'GET', url: '/admin/forgotten' })
    expect(answer.statusCode).toBe(401)
    expect(answer.body).not.toContain('secret')
    await bare.fastify.close()
    await other.database.drop()
  })

  it('ignores a credential in the URL or in a cookie (AUTH-08)', async () => {
    const token = await app.tokenFor('meera.nair@greenroom.example')
    const inAddress = await app.call('GET', `/admin/session?access_token=${token}&token=${token}`, {
      token: null,
    })
    const inCookie = await app.call('GET', '/admin/session', {
      token: null,
      headers: { cookie: `credential=${token}` },
    })
    expect([inAddress.status, inCookie.status]).toEqual([401, 401])
  })

  it('lets an accepted account do everything and rejects another with 401 and the reason (AUTH-10, AUTH-05)', async () => {
    expect((await app.call('GET', '/admin/session')).body.data).toMatchObject({
      email: 'meera.nair@greenroom.example',
      name: 'Meera Nair',
    })
    const answer = await app.signIn(await app.idTokenFor('rohan.das@elsewhere.example'))
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('ACCOUNT_NOT_ACCEPTED')
  })

  it('rejects an expired credential (AUTH-09)', async () => {
    const token = await app.tokenFor('meera.nair@greenroom.example')
    expect((await app.call('GET', '/admin/session', { token })).status).toBe(200)
    const now = app.clock.now()
    app.clock.set(new Date(now.getTime() + 12 * 3_600_000 + 1000))
    const answer = await app.call('GET', '/admin/session', { token })
    app.clock.set(now)
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('CREDENTIAL_EXPIRED')
  })

  it('needs no credential for health, readiness, sign-in options and API docs', async () => {
    for (const path of ['/healthz', '/readyz', '/idp/options', '/docs/json']) {
      expect((await app.call('GET', path, { token: null })).status).toBe(200)
    }
  })
})

describe('the console', () => {
  let served: TestApp
  beforeAll(async () => {
    // The built console; npm test builds it first.
    served = await createTestApp({ CONSOLE: 'on' })
  })
  afterAll(() => served.close())

  it('serves its page to anybody at every URL that is not the API’s (SHELL-14)', async () => {
    for (const path of ['/', '/login', '/masterclass', '/masterclass/edit/x', '/event/create', '/nothing']) {
      const answer = await served.call('GET', path, { token: null })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('text/html')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
    }
  })

  it('serves no page where a program looks for a file (OQ-544)', async () => {
    const missing = ['/.well-known/security.txt', '/.well-known/', '/favicon.ico', '/sitemap.xml', '/x.php']
    for (const path of missing) {
      const answer = await served.call('GET', path, { token: null })
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'NOT_FOUND'])
    }
    expect((await served.call('GET', '/favicon.svg', { token: null })).status).toBe(200)
  })

  const broken = ['%E0%A4%A', '%', `edit/${'x'.repeat(300)}`, 'x'.repeat(5_000)]

  it.each(broken)(
    'serves its page to a browser that opens the broken address /masterclass/%s (OQ-568)',
    async (part) => {
      const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
      for (const address of [`/masterclass/${part}`, `/${part}?q=1`]) {
        const answer = await served.call('GET', address, { token: null, headers: { accept } })
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      }
    },
  )

  it.each(broken)(
    'leads a browser from the broken address /site/%s to all sessions (OQ-568)',
    async (part) => {
      const answer = await served.call('GET', `/site/${part}`, {
        token: null,
        headers: { accept: 'text/html' },
      })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(answer.body).toContain('The address is wrong or incomplete')
    },
  )

  it.each(broken)(
    'refuses a call to the broken address /admin/%s with JSON, whoever asks (OQ-568)',
    async (part) => {
      for (const [address, accept] of [
        [`/admin/event/${part}`, 'text/html'],
        [`/admin/event/${part}`, 'application/json'],
        [`/masterclass/edit/${part}`, 'application/json'],
      ] as const) {
        const answer = await served.call('GET', address, { headers: { accept } })
        if (address.startsWith('/admin') || answer.status !== 200) expect(answer.body.success).toBe(false)
      }
    },
  )

  it('names the scripts and styles of a route in its page', async () => {
    const linksOf = async (path: string) => {
      const page = await (await fetch(`${served.url}${path}`)).text()
      return [...page.matchAll(/<link rel="(?:preload|stylesheet)"[^>]*href="([^"]+)"/g)].map(
        ([, address = '']) => address,
      )
    }
    const always = await linksOf('/nothing')
    expect(always.join()).not.toContain('-page-')
    for (const [path, screen, types] of [
      // The first load holds the styles of the first list.
      ['/masterclass', 'masterclass-list-page', ['js']],
      ['/masterclass/edit/01J?x=1', 'masterclass-wizard', ['css', 'js']],
      ['/transactions/membership', 'transaction-list-page', ['css', 'js']],
    ] as const) {
      const added = (await linksOf(path)).filter((address) => !always.includes(address))
      const own = added.filter((address) => address.startsWith(`/assets/${screen}-`))
      expect(own.map((address) => address.split('.').at(-1)).sort()).toEqual(types)
      for (const address of added) expect((await fetch(`${served.url}${address}`)).status).toBe(200)
    }
  })

  it('serves the assets, cached for good, and nothing outside of their folder', async () => {
    const page = await (await fetch(`${served.url}/login`)).text()
    const script = /\/assets\/[\w-]+\.js/.exec(page)?.[0]
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(`${served.url}${script}`, { method, headers: { 'accept-encoding': 'br' } })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('javascript')
      expect(answer.headers.get('content-encoding')).toBe('br')
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
    for (const path of ['/favicon.svg', '/index.html', '/first-paint.js']) {
      const answer = await fetch(`${served.url}${path}`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-cache')
    }
    for (const path of ['', '..%2findex.html', '%2e%2e%2f%2e%2e%2fpackage.json', '%00']) {
      const answer = await fetch(`${served.url}/assets/${path}`)
      expect([400, 404]).toContain(answer.status)
      expect(await answer.json()).toMatchObject({ success: false })
    }
  })

  it('returns an error, not the page, for an unknown URL of the API (AUTH-08)', async () => {
    for (const path of [
      '/admin/nothing',
      '/event/my/x',
      '/files/x',
      '/assets/x.js',
      '/webhooks/x',
      '/s/x/y',
    ]) {
      const answer = await served.call('GET', path, { token: null })
      expect(answer.status).toBe(404)
      expect(answer.body.success).toBe(false)
    }
    expect((await served.call('POST', '/masterclass', { token: null, json: {} })).status).toBe(404)
  })
})

describe('responses', () => {
  it('has every path under the admin namespace, except those of other systems and the one that the specification writes outside it (API-01, EVT-33, OQ-400)', () => {
    const outside = endpoints
      .map(({ endpoint }) => endpoint.path)
      .filter((path) => !path.startsWith('/admin/') && !path.startsWith('/intake/'))
    expect(outside).toEqual(['/event/my'])
  })

  it('returns the declared fields and no others, whatever the tables have (API-05)', async () => {
    const creator = await makeCreator(app)
    const { body } = await app.call('POST', '/admin/masterclass', { form: masterclassForm(creator._id) })
    expect(Object.keys(body.data).sort()).toEqual(
      [
        '_id',
        'attendance_type',
        'banner',
        'created_at',
        'creator_id',
        'description',
        'end_time',
        'is_active',
        'is_attach_to_superclass',
        'links',
        'prices',
        'registrations_count',
        'start_time',
        'start_time_format_string',
        'title',
        'venue_state',
        'version',
        'zoom_hub_name',
      ].sort(),
    )
    expect(Object.keys(body.data.creator_id).sort()).toEqual([
      '_id',
      'email',
      'first_name',
      'last_name',
      'phone',
    ])
  })

  it('returns prices as entered, without fees or rates (LIM-09)', async () => {
    const creator = await makeCreator(app)
    const form = masterclassForm(creator._id)
    const { body } = await app.call('POST', '/admin/masterclass', { form })
    expect(body.data.prices).toEqual(JSON.parse(String(form.prices)))
  })

  it('contains success, message and data, and is not cached (API-03)', async () => {
    const answer = await app.call('GET', '/admin/creators?q=nobody')
    expect(answer.body).toEqual({ success: true, message: 'OK', data: [] })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('contains status, message, code and the header’s request id in an error (API-02)', async () => {
    const answer = await app.call('POST', '/admin/creator', { json: {} })
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(answer.body).toEqual({
      success: false,
      message: 'First name is required',
      code: 'VALIDATION',
      errors: [
        { path: 'first_name', message: 'First name is required' },
        { path: 'last_name', message: 'Last name is required' },
        { path: 'email', message: 'Invalid email format' },
        { path: 'phone', message: 'Invalid phone number format' },
      ],
      request_id: answer.headers.get('x-request-id'),
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'First name is required',
    })
  })

  it('rejects a URL that the router cannot parse in the same format', async () => {
    for (const path of ['/admin/event/%E0%A4%A', `/admin/event/${'x'.repeat(300)}`]) {
      const answer = await app.call('GET', path)
      expect([400, 404]).toContain(answer.status)
      expect(answer.body).toMatchObject({ success: false, request_id: answer.headers.get('x-request-id') })
      expect(answer.body.message).not.toMatch(/FST|param|fastify/i)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('rejects an unknown URL with 404 in the same format', async () => {
    for (const path of ['/admin/nothing', '/files/x', '/nothing']) {
      const answer = await app.call('GET', path)
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({ success: false, code: 'NOT_FOUND' })
    }
  })

  it('sends the security headers', async () => {
    const { headers } = await app.call('GET', '/admin/session')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/script-src 'self';/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  it('maps every error code to a fitting status', () => {
    for (const status of Object.values(errorStatus)) expect(status).toBeGreaterThanOrEqual(400)
  })
})

describe('request bodies', () => {
  const post = (raw: string, contentType = 'application/json') =>
    app.call('POST', '/admin/creator', { raw, headers: { 'content-type': contentType } })

  it('rejects what is not JSON (API-04)', async () => {
    expect((await post('{"first_name":')).body.code).toBe('BAD_REQUEST')
    expect((await post('<xml/>', 'application/xml')).status).toBe(415)
    expect((await post('a=1', 'application/x-www-form-urlencoded')).status).toBe(415)
  })

  it('treats an empty JSON body as none (API-04)', async () => {
    expect((await post('')).body.code).toBe('VALIDATION')
  })

  it('rejects a form instead of JSON, and JSON instead of a form, with 415 (API-04)', async () => {
    expect((await app.call('POST', '/admin/creator', { form: { first_name: 'x' } })).status).toBe(415)
    expect((await app.call('POST', '/admin/masterclass', { json: {} })).status).toBe(415)
  })

  it('rejects a body over 1 MB with 413', async () => {
    expect((await post(JSON.stringify({ first_name: 'x'.repeat(1_100_000) }))).status).toBe(413)
  })

  it('rejects very deep JSON, other types and odd text with a message', async () => {
    for (const raw of ['['.repeat(100_000) + ']'.repeat(100_000), 'null', '"text"', '[]', '1e999']) {
      const answer = await post(raw)
      expect(answer.status).toBe(400)
    }
    const odd = await post(
      JSON.stringify({ first_name: 'a\u0000b', last_name: 'x', email: 'a@b.c', phone: '+9112' }),
    )
    expect(odd.body.errors).toEqual([
      { path: 'first_name', message: "This text holds characters that can't be stored" },
    ])
    const half = await post('{"first_name":"\\ud800","last_name":"x","email":"a@b.c","phone":"+9112"}')
    expect(half.status).toBe(400)
  })
})

describe('uploads', () => {
  const upload = (file: Blob) => app.call('POST', '/admin/upload', { form: { file } })

  it('accepts JPG, PNG and WEBP by their bytes and serves them with that type (LIM-04)', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const answer = await upload(await picture(format))
      expect(answer.status).toBe(201)
      const served = await fetch(`${app.url}${answer.body.data.url}`)
      expect(served.headers.get('content-type')).toBe(`image/${format}`)
      expect(served.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })

  it('rejects SVG, HTML and GIF under any name and keeps no file (LIM-04)', async () => {
    const stored = await app.storedFiles()
    for (const text of [
      '<svg xmlns="http://www.w3.org/2000/svg"/>',
      '<!doctype html><script>1</script>',
      'GIF89a......',
    ]) {
      const answer = await upload(new Blob([text], { type: 'image/png' }))
      expect(answer.status).toBe(415)
      expect(answer.body.message).toBe('Only JPG, PNG or WEBP images are allowed')
    }
    expect(await app.storedFiles()).toEqual(stored)
    expect(await app.spooledFiles()).toEqual([])
  })

  it('rejects a request with a too large Content-Length before reading it (LIM-04)', async () => {
    const port = Number(new URL(app.url).port)
    const token = await app.tokenFor('meera.nair@greenroom.example')
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `POST /admin/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${106 * 1_048_576}\r\n\r\n`,
    )
    const answer = await new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(String(data))),
    )
    socket.destroy()
    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(answer).toContain('Image must be 100MB or smaller')
  })

  it('keeps nothing of an interrupted upload (LIM-04)', async () => {
    const stored = await app.storedFiles()
    const token = await app.tokenFor('meera.nair@greenroom.example')
    const port = Number(new URL(app.url).port)
    for (let round = 0; round < 5; round++) {
      const socket = connect(port, '127.0.0.1')
      socket.write(
        `POST /admin/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
          `content-type: multipart/form-data; boundary=b\r\ncontent-length: 5000000\r\n\r\n` +
          `--b\r\ncontent-disposition: form-data; name="file"; filename="../../x.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`,
      )
      socket.write(Buffer.alloc(300_000, 0xff))
      await expect.poll(() => app.spooledFiles()).toHaveLength(1)
      socket.destroy()
      await expect.poll(() => app.spooledFiles()).toEqual([])
    }
    expect(await app.storedFiles()).toEqual(stored)
  })

  it('rejects a form with an unexpected part, or with the same text twice', async () => {
    expect((await app.call('POST', '/admin/upload', { form: { other: await picture() } })).status).toBe(400)
    const creator = await makeCreator(app)
    const form = new FormData()
    for (const [name, value] of Object.entries(masterclassForm(creator._id))) form.append(name, value)
    form.append('title', 'Again')
    const token = await app.tokenFor('meera.nair@greenroom.example')
    const answer = await fetch(`${app.url}/admin/masterclass`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(400)
    const two = await app.call('POST', '/admin/upload', {
      form: { file: [await picture(), await picture()] },
    })
    expect(two.status).toBe(400)
    expect(await app.spooledFiles()).toEqual([])
  })
})

describe('rate limits', () => {
  it('limits refused credentials of one address without keeping anybody else there out (OQ-171)', async () => {
    const limited = await createTestApp({ RATE_LIMIT_SIGN_INS_PER_MINUTE: '5' })
    const statusOf = async (token: string) => (await limited.call('GET', '/admin/session', { token })).status
    const token = await limited.tokenFor('arjun.mehta@greenroom.example')
    expect(await statusOf(token)).toBe(200)
    const answers = []
    for (let n = 0; n < 8; n++)
      answers.push(await limited.call('GET', '/admin/session', { token: `wrong.wrong.${n}` }))
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect(Number(answers[7]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await statusOf(token)).toBe(200)
    expect(await statusOf(await limited.tokenFor('meera.nair@greenroom.example'))).toBe(200)
    // A real person with the wrong account still gets the reason.
    expect((await limited.signIn(await limited.idTokenFor('rohan.das@elsewhere.example'))).status).toBe(401)
    // Nor can anybody try ID tokens for longer.
    expect((await limited.signIn('wrong.wrong.wrong')).status).toBe(429)
    await limited.close()
  })

  it('accepts any number of valid credentials that it has not seen, as after a restart (OQ-171)', async () => {
    const limited = await createTestApp({ RATE_LIMIT_SIGN_INS_PER_MINUTE: '3' })
    for (let n = 0; n < 8; n++) {
      const token = await limited.tokenFor(`person${n}@greenroom.example`)
      expect((await limited.call('GET', '/admin/session', { token })).status).toBe(200)
    }
    await limited.close()
  })

  it('counts by the address that a trusted proxy reports, and writes it to audit and log (OQ-171)', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    const limits = { RATE_LIMIT_SIGN_INS_PER_MINUTE: '1', DEMO: 'on' }
    const proxied = await createTestApp({ ...limits, TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' }, log)
    const statusFrom = async (forwarded: string, on: TestApp, token = 'wrong') =>
      (await on.call('GET', '/admin/session', { token, headers: { 'x-forwarded-for': forwarded } })).status
    // The client may write anything before what the proxies add.
    expect(await statusFrom('8.8.8.8, 203.0.113.9, 10.1.1.1', proxied)).toBe(401)
    expect(await statusFrom('9.9.9.9, 203.0.113.9', proxied)).toBe(429)
    expect(await statusFrom('203.0.113.10', proxied)).toBe(401)
    expect(await statusFrom('2001:db8::1', proxied)).toBe(401)
    // One customer has a whole /64.
    expect(await statusFrom('2001:db8::2', proxied)).toBe(429)
    expect(await statusFrom('<script>', proxied)).toBe(401)
    const signedIn = await proxied.call('POST', '/admin/session', {
      token: null,
      json: { id_token: await proxied.idTokenFor('meera.nair@greenroom.example') },
      headers: { 'x-forwarded-for': '203.0.113.11' },
    })
    expect(signedIn.status).toBe(201)
    const { rows } = await proxied.database.pool.query(
      'select address, at from sign_in_refusal union select address, at from audit_entry order by at',
    )
    expect(rows.map(({ address }) => address)).toEqual([
      '203.0.113.9',
      '203.0.113.10',
      '2001:db8::1',
      '127.0.0.1',
      '203.0.113.11',
    ])
    const logged = () => lines.map((line) => JSON.parse(line))
    await expect.poll(() => logged().at(-1)).toMatchObject({ msg: 'Answered', address: '203.0.113.11' })
    expect(logged().filter(({ sender }) => sender)).toEqual([])
    await proxied.close()

    const direct = await createTestApp(limits, log)
    expect(await statusFrom('203.0.113.9', direct)).toBe(401)
    expect(await statusFrom('203.0.113.10', direct)).toBe(429)
    expect(lines.filter((line) => line.includes('TRUST_PROXY does not name its sender'))).toHaveLength(1)
    await direct.close()
  })

  it('leaves health, metrics, files and the payment webhook outside the limits (OQ-171)', async () => {
    const limited = await createTestApp({ RATE_LIMIT_PER_MINUTE: '2', CONSOLE: 'on' })
    const statusOf = async (path: string, method = 'GET') =>
      (await limited.call(method, path, { token: null })).status
    for (let n = 0; n < 4; n++) {
      for (const path of ['/healthz', '/readyz', '/metrics', '/favicon.svg', '/masterclass'])
        expect([path, await statusOf(path)]).toEqual([path, 200])
      expect(await statusOf('/files/unknown.png')).toBe(404)
      expect(await statusOf('/webhooks/razorpay', 'POST')).toBe(400)
    }
    expect([await statusOf('/idp/options'), await statusOf('/s/x'), await statusOf('/idp/options')]).toEqual([
      200, 404, 429,
    ])
    await limited.close()
  })

  it('limits one person’s writes and requests', async () => {
    const limited = await createTestApp({ RATE_LIMIT_PER_MINUTE: '6', RATE_LIMIT_WRITES_PER_MINUTE: '2' })
    const writes = []
    for (let n = 0; n < 4; n++)
      writes.push((await limited.call('POST', '/admin/creator', { json: {} })).status)
    expect(writes).toEqual([400, 400, 429, 429])
    const reads = []
    for (let n = 0; n < 4; n++) reads.push((await limited.call('GET', '/admin/creators')).status)
    expect(reads).toEqual([200, 200, 429, 429])
    const other = await limited.tokenFor('arjun.mehta@greenroom.example')
    expect((await limited.call('GET', '/admin/creators', { token: other })).status).toBe(200)
    await limited.close()
  })
})

describe('readiness', () => {
  it('fails while the database only reads, as on a full disk', async () => {
    const other = await createTestApp()
    const { pool } = other.database.background
    const { rows } = await pool.query<{ name: string }>('select current_database() as name')
    const name = rows[0]?.name
    await pool.query(`alter database ${name} set default_transaction_read_only = on`)
    // Only new connections have it. The last one ends itself.
    await pool
      .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
      .catch(() => undefined)
    await expect.poll(async () => (await other.call('GET', '/readyz', { token: null })).status).toBe(503)
    await other.close()
  })

  it('fails, and requests get 503 with Retry-After, while the database is unavailable', async () => {
    const other = await createTestApp()
    await Promise.all([other.database.pool.end(), other.database.background.pool.end()])
    const ready = await other.call('GET', '/readyz', { token: null })
    expect(ready.status).toBe(503)
    expect(ready.body).toEqual({ status: 'not ready' })
    expect((await other.call('GET', '/healthz', { token: null })).status).toBe(200)
    const call = await other.call('GET', '/admin/creators')
    expect(call.status).toBe(503)
    expect(call.body.code).toBe('UNAVAILABLE')
    expect(call.headers.get('retry-after')).toBe('2')
    await other.app.fastify.close()
  })
})

describe('the contract', () => {
  it('names every endpoint like its export, each once', () => {
    for (const { exportName, endpoint } of endpoints) expect(endpoint.name).toBe(exportName)
    expect(new Set(endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).size).toBe(
      endpoints.length,
    )
  })

  it('matches the server: each endpoint has its route and its OpenAPI entry', async () => {
    const { body } = await app.call('GET', '/docs/json', { token: null })
    expect(body.openapi).toBe('3.1.0')
    for (const { endpoint } of endpoints) {
      expect(app.app.fastify.hasRoute({ method: endpoint.method, url: endpoint.path })).toBe(true)
      const operation = body.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')][endpoint.method.toLowerCase()]
      expect(operation.operationId).toBe(endpoint.name)
    }
  })
})

it('lets a console on another origin call only if the settings name the origin', async () => {
  const open = await createTestApp({ CORS_ORIGINS: 'https://console.example' })
  const ask = async (origin: string) =>
    (
      await open.call('OPTIONS', '/admin/creators', {
        token: null,
        headers: {
          origin,
          'access-control-request-method': 'GET',
          'access-control-request-headers': 'authorization',
        },
      })
    ).headers.get('access-control-allow-origin')
  expect(await ask('https://console.example')).toBe('https://console.example')
  expect(await ask('https://evil.example')).not.toBe('https://evil.example')
  await open.close()
})
