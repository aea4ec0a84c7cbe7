import { randomUUID } from 'node:crypto'
import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import { endpoints } from '@greenroom/contract/endpoints'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import { makeCreator, makeEvent, makeMasterclass, makeWebinar } from './test-records.ts'

// Any input to any endpoint gets a message: never a 500, never internals.
let app: TestApp
let ids: string[]

beforeAll(async () => {
  app = await createTestApp()
  const masterclass = await makeMasterclass(app)
  const [event, webinar] = [await makeEvent(app), await makeWebinar(app)]
  ids = [masterclass._id, (await makeCreator(app))._id, event._id, webinar._id]
})
afterAll(() => app.close())

const documented = new Set([200, 201, 400, 401, 404, 409, 413, 415, 422, 502])

const oddTexts = fc.constantFrom(
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  '%',
  '_',
  '\\',
  "' or 1=1 --",
  '\u0000',
  '\ud800',
  '\u202e',
  '💰'.repeat(50),
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '{"a":',
  '[[[[',
  'true',
  '9'.repeat(40),
  '2026-02-30T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '2026-11-28T13:30:00Z',
  'zoom_1',
  'javascript:alert(1)',
  '=1+1',
)
const text = fc.oneof(oddTexts, fc.string({ unit: 'binary', maxLength: 60 }))
const anyValue = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 4 }),
)

function idText() {
  return fc.oneof(
    fc.constantFrom('01931f6e-0000-7000-8000-00000000dead', 'x', '1', 'status', 'zoom'),
    fc.integer({ min: 0, max: 3 }).map((place) => ids[place] ?? 'x'),
    text,
  )
}

function membersOf(schema: unknown): string[] {
  return Object.keys((schema as { shape?: object } | undefined)?.shape ?? {})
}

function objectOf(names: string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.fromEntries(names.map((name) => [name, fc.option(value, { nil: undefined })]))
  return fc.record({ ...fields, extra: fc.option(value, { nil: undefined }) })
}

async function send(
  endpoint: EndpointDeclaration,
  params: Record<string, unknown>,
  query: Record<string, unknown>,
  body: unknown,
) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(params[name] ?? 'x')
    return encodeURIComponent(value.isWellFormed() ? value : 'x')
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.append(name, String(value))
  }
  const address = search.size > 0 ? `${path}?${search}` : path
  if (endpoint.method === 'GET') return app.call('GET', address)
  if (!endpoint.multipart) return app.call(endpoint.method, address, { json: body ?? {} })
  const form: Record<string, string | Blob> = {}
  for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) form[name] = typeof value === 'string' ? value : JSON.stringify(value)
  }
  return app.call(endpoint.method, address, { form: { ...form, none: '' } })
}

// A stream would answer for ever; live.test.ts opens it with odd positions.
const answering = endpoints.filter(({ endpoint }) => !endpoint.isStream)

it.each(answering.map(({ endpoint }) => [endpoint.name, endpoint] as const))(
  '%s rejects any input with a message and never with a 500 (API-02)',
  async (_name, endpoint) => {
    const bodyShape = endpoint.multipart?.fields ?? endpoint.body
    await fc.assert(
      fc.asyncProperty(
        objectOf(membersOf(endpoint.params), idText()),
        objectOf(membersOf(endpoint.query), text),
        fc.oneof(objectOf(membersOf(bodyShape), fc.oneof(anyValue, idText())), anyValue),
        async (params, query, body) => {
          const answer = await send(endpoint, params, query, body)
          expect(documented, `${answer.status} ${JSON.stringify(answer.body)}`).toContain(answer.status)
          if (answer.status >= 400) {
            expect(answer.body.message).toMatch(/\S/)
            expect(JSON.stringify(answer.body)).not.toMatch(
              /select |insert |syntax|postgres|kysely|zod|node_modules| at .*\.ts/i,
            )
            // The messages of the schema library, which schema-messages.ts replaces.
            for (const { message } of answer.body.errors ?? []) {
              expect(message).not.toMatch(
                /^(Invalid (input|option|key|element|string)|Too (big|small)|Unrecognized)/,
              )
            }
          }
        },
      ),
      { numRuns: 40 },
    )
  },
  60_000,
)

/** A body that is declared as a form but cannot be parsed: what is wrong, its Content-Type and its bytes. */
function brokenForms(endpoint: EndpointDeclaration): [string, string, string][] {
  const [field = 'title'] = membersOf(endpoint.multipart?.fields)
  const [file = 'file'] = Object.keys(endpoint.multipart?.files ?? {})
  const text = `--b\r\ncontent-disposition: form-data; name="${field}"\r\n\r\nx\r\n`
  const start = `--b\r\ncontent-disposition: form-data; name="${file}"; filename="a.png"\r\n`
  const picture = `${start}content-type: image/png\r\n\r\n\x89PNG\r\n\x1a\n${'x'.repeat(1000)}\r\n`
  const type = 'multipart/form-data; boundary='
  const long = 'b'.repeat(300)
  return [
    ['no boundary', 'multipart/form-data', `${text}--b--\r\n`],
    ['an empty boundary', type, `${text}--b--\r\n`],
    ['an empty boundary in quotes', `${type}""`, `${text}--b--\r\n`],
    ['a wrong boundary', `${type}other`, `${text}--b--\r\n`],
    ['a wrong boundary before a file', `${type}other`, `${picture}--b--\r\n`],
    ['an overlong boundary', `${type}${long}`, `${text}--b--\r\n`.replaceAll('--b', `--${long}`)],
    ['no final boundary after a text', `${type}b`, text],
    ['no final boundary after a file', `${type}b`, picture],
    ['no final boundary after a text and a file', `${type}b`, `${text}${picture}`],
    ['an end inside the headers of a part', `${type}b`, `${text}${start}`],
    ['an end inside a boundary', `${type}b`, `${text}${picture}--`],
    ['only a first boundary', `${type}b`, '--b\r\n'],
    ['no parts at all', `${type}b`, 'x'],
    ['a part without a name', `${type}b`, `--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n--b--\r\n`],
    [
      'a file without a name of its part',
      `${type}b`,
      `--b\r\ncontent-disposition: form-data; filename="a"\r\n\r\nx\r\n--b--\r\n`,
    ],
    [
      'deep JSON in a part',
      `${type}b`,
      `--b\r\ncontent-disposition: form-data; name="${field}"\r\ncontent-type: application/json\r\n\r\n` +
        `${'['.repeat(5000)}${']'.repeat(5000)}\r\n--b--\r\n`,
    ],
  ]
}

it.each(
  endpoints
    .filter(({ endpoint }) => endpoint.multipart)
    .map(({ endpoint }) => [endpoint.name, endpoint] as const),
)(
  '%s rejects a form that cannot be parsed with 400 and keeps nothing of it (API-02, API-04)',
  async (_name, endpoint) => {
    const path = endpoint.path.replace(/:\w+/g, () => ids[0] ?? 'x')
    for (const [what, contentType, body] of brokenForms(endpoint)) {
      const answer = await app.call(endpoint.method, path, {
        raw: new Uint8Array(Buffer.from(body, 'latin1')),
        headers: { 'content-type': contentType },
      })
      expect([what, answer.status], JSON.stringify(answer.body)).toEqual([what, 400])
      expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching(/\S/) })
    }
    expect(await app.spooledFiles()).toEqual([])
  },
)

it.each(
  endpoints
    .filter(({ endpoint }) => endpoint.body && endpoint.method !== 'GET')
    .map(({ endpoint }) => [endpoint.name, endpoint] as const),
)(
  '%s rejects JSON nested 5,000 deep with 400, with and without an Idempotency-Key (API-02)',
  async (_name, endpoint) => {
    const path = endpoint.path.replace(/:\w+/g, () => ids[0] ?? 'x')
    const [member = 'extra'] = membersOf(endpoint.body)
    for (const name of [member, 'extra']) {
      for (const key of [{}, { 'idempotency-key': randomUUID() }] as Record<string, string>[]) {
        for (const deep of [
          '['.repeat(5000) + ']'.repeat(5000),
          '{"a":'.repeat(5000) + 1 + '}'.repeat(5000),
        ]) {
          const answer = await app.call(endpoint.method, path, {
            raw: `{"${name}":${deep}}`,
            headers: { 'content-type': 'application/json', ...key },
          })
          expect(answer).toMatchObject({
            status: 400,
            body: { code: 'BAD_REQUEST', message: 'The JSON is nested too deeply.' },
          })
        }
      }
    }
  },
)
