import { connect } from 'node:net'
import { endpoints } from '@greenroom/contract/endpoints'
import { errorStatus } from '@greenroom/contract/error'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import { makeCreator, masterclassForm, picture } from './test-records.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const pathOf = (path: string) => path.replace(/:\w+/g, '01931f6e-0000-7000-8000-00000000dead')

describe('who may call', () => {
  it.each(endpoints.map(({ endpoint }) => [endpoint.method, endpoint.path] as const))(
    'SHELL-01 AUTH-08 %s %s is for staff: closed without a Bearer credential',
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

  it('AUTH-09 a route without an explicit "public" is closed', async () => {
    const other = await createTestApp()
    await other.app.fastify.close()
    const { createApp } = await import('./app.ts')
    const { pino } = await import('pino')
    const { chooseProviders } = await import('./providers.ts')
    const { readSettings } = await import('./settings.ts')
    const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: other.dataDir, CONSOLE: 'off' })
    const tools = { clock: other.clock, log: pino({ level: 'silent' }) }
    const providers = await chooseProviders(settings, tools)
    const bare = await createApp({ settings, providers, db: other.database.kysely, ...tools })
    bare.fastify.get('/admin/forgotten', async () => 'secret')
    const answer = await bare.fastify.inject({ method: 'GET', url: '/admin/forgotten' })
    expect(answer.statusCode).toBe(401)
    expect(answer.body).not.toContain('secret')
    await bare.fastify.close()
    await other.database.drop()
  })

  it('AUTH-08 a credential in the address or in a cookie counts for nothing', async () => {
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

  it('AUTH-10 AUTH-05 an accepted account may do everything, another is told why not with 401', async () => {
    expect((await app.call('GET', '/admin/session')).body.data).toMatchObject({
      email: 'meera.nair@greenroom.example',
      name: 'Meera Nair',
    })
    const answer = await app.call('GET', '/admin/session', {
      token: await app.tokenFor('rohan.das@elsewhere.example'),
    })
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('ACCOUNT_NOT_ACCEPTED')
  })

  it('AUTH-09 a credential ends when its time is over', async () => {
    const token = await app.tokenFor('meera.nair@greenroom.example')
    expect((await app.call('GET', '/admin/session', { token })).status).toBe(200)
    const now = app.clock.now()
    app.clock.set(new Date(now.getTime() + 12 * 3_600_000 + 1000))
    const answer = await app.call('GET', '/admin/session', { token })
    app.clock.set(now)
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('CREDENTIAL_EXPIRED')
  })

  it('health and readiness, sign-in options and API docs are open', async () => {
    for (const path of ['/healthz', '/readyz', '/idp/options', '/docs/json']) {
      expect((await app.call('GET', path, { token: null })).status).toBe(200)
    }
  })
})

describe('the console', () => {
  let served: TestApp
  beforeAll(async () => {
    // The built console; npm test builds it before anything else.
    served = await createTestApp({ CONSOLE: 'on' })
  })
  afterAll(() => served.close())

  it('SHELL-14 its page is open to anybody, at every address that is not the API’s', async () => {
    for (const path of ['/', '/login', '/masterclass', '/masterclass/edit/x', '/event/create', '/nothing']) {
      const answer = await served.call('GET', path, { token: null })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toContain('text/html')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
    }
  })

  it('names the scripts and styles of a route in its page', async () => {
    const linksOf = async (path: string) => {
      const page = await (await fetch(`${served.url}${path}`)).text()
      return [...page.matchAll(/<link rel="(?:preload|stylesheet)"[^>]*href="([^"]+)"/g)].map(
        ([, address = '']) => address,
      )
    }
    const always = await linksOf('/nothing')
    expect(always.join()).not.toContain('-page-')
    for (const [path, screen] of [
      ['/masterclass', 'masterclass-list-page'],
      ['/masterclass/edit/01J?x=1', 'masterclass-form-page'],
      ['/transactions/membership', 'transaction-list-page'],
    ] as const) {
      const added = (await linksOf(path)).filter((address) => !always.includes(address))
      expect(added.some((address) => address.startsWith(`/assets/${screen}-`))).toBe(true)
      expect(added.some((address) => address.endsWith('.css'))).toBe(true)
      for (const address of added) expect((await fetch(`${served.url}${address}`)).status).toBe(200)
    }
  })

  it('AUTH-08 an unknown address of the API gets an error and not the page', async () => {
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

describe('answers', () => {
  it('API-01 EVT-33 every path is under the admin namespace, but for the one that is written outside it', () => {
    const outside = endpoints
      .map(({ endpoint }) => endpoint.path)
      .filter((path) => !path.startsWith('/admin/'))
    expect(outside).toEqual(['/event/my'])
  })

  it('API-05 carries the declared fields and no others, whatever the tables hold', async () => {
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
        'start_time',
        'start_time_format_string',
        'title',
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

  it('LIM-09 prices are what was entered: no fee and no rate is added', async () => {
    const creator = await makeCreator(app)
    const form = masterclassForm(creator._id)
    const { body } = await app.call('POST', '/admin/masterclass', { form })
    expect(body.data.prices).toEqual(JSON.parse(String(form.prices)))
  })

  it('API-03 carries success, message and data; nothing is cached', async () => {
    const answer = await app.call('GET', '/admin/creators?q=nobody')
    expect(answer.body).toEqual({ success: true, message: 'OK', data: [] })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it('API-02 a failure carries status, words, code and the request id that the header has', async () => {
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

  it('an address that the router cannot read is refused in the same form', async () => {
    for (const path of ['/admin/event/%E0%A4%A', `/admin/event/${'x'.repeat(300)}`]) {
      const answer = await app.call('GET', path)
      expect([400, 404]).toContain(answer.status)
      expect(answer.body).toMatchObject({ success: false, request_id: answer.headers.get('x-request-id') })
      expect(answer.body.message).not.toMatch(/FST|param|fastify/i)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('an unknown address is 404 in the same form', async () => {
    for (const path of ['/admin/nothing', '/files/x', '/nothing']) {
      const answer = await app.call('GET', path)
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({ success: false, code: 'NOT_FOUND' })
    }
  })

  it('carry the headers that keep a browser safe', async () => {
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

  it('every error code has a status that says what it means', () => {
    for (const status of Object.values(errorStatus)) expect(status).toBeGreaterThanOrEqual(400)
  })
})

describe('bodies', () => {
  const post = (raw: string, contentType = 'application/json') =>
    app.call('POST', '/admin/creator', { raw, headers: { 'content-type': contentType } })

  it('API-04 what is not JSON is refused', async () => {
    expect((await post('{"first_name":')).body.code).toBe('BAD_REQUEST')
    expect((await post('<xml/>', 'application/xml')).status).toBe(415)
    expect((await post('a=1', 'application/x-www-form-urlencoded')).status).toBe(415)
  })

  it('API-04 an empty JSON body means none', async () => {
    expect((await post('')).body.code).toBe('VALIDATION')
  })

  it('API-04 a form where JSON belongs, and JSON where a form belongs, are 415', async () => {
    expect((await app.call('POST', '/admin/creator', { form: { first_name: 'x' } })).status).toBe(415)
    expect((await app.call('POST', '/admin/masterclass', { json: {} })).status).toBe(415)
  })

  it('a body over 1 MB is 413', async () => {
    expect((await post(JSON.stringify({ first_name: 'x'.repeat(1_100_000) }))).status).toBe(413)
  })

  it('very deep JSON, other types and odd text are refused in words', async () => {
    for (const raw of ['['.repeat(100_000) + ']'.repeat(100_000), 'null', '"text"', '[]', '1e999']) {
      const answer = await post(raw)
      expect(answer.status).toBe(400)
    }
    const odd = await post(
      JSON.stringify({ first_name: 'a\u0000b', last_name: 'x', email: 'a@b.c', phone: '+9112' }),
    )
    expect(odd.body.errors).toEqual([
      { path: 'first_name', message: 'This text holds characters that cannot be stored' },
    ])
    const half = await post('{"first_name":"\\ud800","last_name":"x","email":"a@b.c","phone":"+9112"}')
    expect(half.status).toBe(400)
  })
})

describe('uploads', () => {
  const upload = (file: Blob) => app.call('POST', '/admin/upload', { form: { file } })

  it('LIM-04 takes JPG, PNG and WEBP by their bytes and serves them as that', async () => {
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const answer = await upload(await picture(format))
      expect(answer.status).toBe(201)
      const served = await fetch(`${app.url}${answer.body.data.url}`)
      expect(served.headers.get('content-type')).toBe(`image/${format}`)
      expect(served.headers.get('content-security-policy')).toContain("default-src 'none'")
    }
  })

  it('LIM-04 SVG, HTML and GIF are refused under any name and leave nothing', async () => {
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

  it('LIM-04 a request that says it is over the cap is refused before it is read', async () => {
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

  it('LIM-04 an upload that is cut off leaves nothing', async () => {
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

  it('a form with a part that is not expected, or twice the same text, is refused', async () => {
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
  it('sign-ins from one address are limited without locking out who is signed in', async () => {
    const limited = await createTestApp({ RATE_LIMIT_SIGN_INS_PER_MINUTE: '5' })
    const token = await limited.tokenFor('arjun.mehta@greenroom.example')
    expect((await limited.call('GET', '/admin/session', { token })).status).toBe(200)
    const answers = []
    for (let n = 0; n < 8; n++)
      answers.push(await limited.call('GET', '/admin/session', { token: `wrong.wrong.${n}` }))
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 429, 429, 429, 429])
    expect(Number(answers[7]?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await limited.call('GET', '/admin/session', { token })).status).toBe(200)
    await limited.close()
  })

  it('writes and calls of one person are limited', async () => {
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
  it('says no, and calls say 503 with Retry-After, while the database is away', async () => {
    const other = await createTestApp()
    await other.database.pool.end()
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
  it('names every endpoint as it is exported, and no two alike', () => {
    for (const { exportName, endpoint } of endpoints) expect(endpoint.name).toBe(exportName)
    expect(new Set(endpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).size).toBe(
      endpoints.length,
    )
  })

  it('is what the server serves: each endpoint has its route, and OpenAPI tells of it', async () => {
    const { body } = await app.call('GET', '/docs/json', { token: null })
    expect(body.openapi).toBe('3.1.0')
    for (const { endpoint } of endpoints) {
      expect(app.app.fastify.hasRoute({ method: endpoint.method, url: endpoint.path })).toBe(true)
      const operation = body.paths[endpoint.path.replace(/:(\w+)/g, '{$1}')][endpoint.method.toLowerCase()]
      expect(operation.operationId).toBe(endpoint.name)
    }
  })
})

it('a console served elsewhere may call only from an origin that the settings name', async () => {
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
