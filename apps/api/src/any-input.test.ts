import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import { endpoints } from '@greenroom/contract/endpoints'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import { makeCreator, makeEvent, makeMasterclass, makeWebinar } from './test-records.ts'

// Whatever is sent to an endpoint: never a 500, always words, never the inside of the program.
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

function membersOf(schema: { shape: Record<string, unknown> } | undefined): string[] {
  return schema ? Object.keys(schema.shape) : []
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

it.each(endpoints.map(({ endpoint }) => [endpoint.name, endpoint] as const))(
  'API-02 %s answers any input with words and never with a 500',
  async (_name, endpoint) => {
    const bodyShape = (endpoint.multipart?.fields ?? endpoint.body) as
      | { shape: Record<string, unknown> }
      | undefined
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
            // The messages of the schema library (schema-messages.ts replaces them).
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
