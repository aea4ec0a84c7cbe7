import { models } from '@greenroom/contract/models'
import fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { registerApiDocs } from './openapi.ts'

type Json = Record<string, unknown>

const app = fastify()
await registerApiDocs(app, 'http://127.0.0.1:3000')
const document: Json = (await app.inject('/docs/json')).json()

/** Lists every object of the document with its place. */
function* nodesOf(node: unknown, place = ''): Generator<[string, Json]> {
  if (typeof node !== 'object' || node === null) return
  yield [place, node as Json]
  for (const [name, member] of Object.entries(node)) yield* nodesOf(member, `${place}/${name}`)
}

const membersOf = (node: unknown) => Object.entries((node ?? {}) as Record<string, Json>)

describe('the OpenAPI document', () => {
  const nodes = [...nodesOf(document)]

  it('has been read', () => {
    expect(Object.keys(document.paths ?? {}).length).toBeGreaterThan(100)
    expect(nodes.length).toBeGreaterThan(5_000)
  })

  it('defines every member that it requires', () => {
    const missing = nodes.flatMap(([place, { required, properties }]) =>
      Array.isArray(required)
        ? required.filter((name) => !(name in Object(properties ?? {}))).map((name) => `${place}: ${name}`)
        : [],
    )
    expect(missing).toEqual([])
  })

  it('refers only to what it has', () => {
    const lost = nodes.flatMap(([place, { $ref }]) => {
      if (typeof $ref !== 'string') return []
      const target = $ref
        .replace(/^#\//, '')
        .split('/')
        .reduce<unknown>((node, name) => Object(node)[name], document)
      return target === undefined ? [`${place}: ${$ref}`] : []
    })
    expect(lost).toEqual([])
  })

  it('says that an optional field of a sent record may be null or empty, a required one not (OQ-739)', () => {
    const { paths } = document as { paths: Record<string, { post: Json }> }
    const body = Object(paths['/intake/orders']?.post).requestBody.content['application/json'].schema
    const { properties } = body.properties.records.items
    const empty = { enum: [null, ''], description: 'The same as leaving it out' }
    expect(properties.gstin.anyOf[1]).toEqual(empty)
    expect(properties.user.properties.last_name.anyOf[1]).toEqual(empty)
    expect(properties.billing.anyOf[0].properties.state.anyOf[1]).toEqual(empty)
    expect(properties.amount.anyOf).toBeUndefined()
  })

  it('describes each record once, under the name that the contract gives it', () => {
    const { components, paths } = document as { components: Json; paths: Json }
    const schemas = components.schemas as Record<string, Json>
    expect(Object.keys(schemas)).toEqual(Object.keys(models))
    const refersTo = (node: unknown) =>
      new Set([...nodesOf(node)].flatMap(([, { $ref }]) => (typeof $ref === 'string' ? [$ref] : [])))
    const referred = refersTo(document)
    expect(Object.keys(schemas).filter((name) => !referred.has(`#/components/schemas/${name}`))).toEqual([])
    expect(refersTo(Object(paths['/admin/masterclass/{id}']).get)).toContain(
      '#/components/schemas/Masterclass',
    )
    expect(schemas.Masterclass?.properties).toMatchObject({ title: { type: 'string' } })
  })

  it('has each parameter of a path, once', () => {
    const wrong = membersOf(document.paths).flatMap(([path, methods]) =>
      membersOf(methods).flatMap(([method, operation]) => {
        const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        const declared = membersOf(operation.parameters)
          .filter(([, parameter]) => parameter.in === 'path')
          .map(([, parameter]) => parameter.name)
        return named.sort().join() === declared.sort().join() ? [] : [`${method} ${path}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('says nothing of the requirements: their ids mean nothing to its readers', () => {
    const texts = nodes.flatMap(([place, node]) =>
      ['summary', 'description'].flatMap((name) =>
        typeof node[name] === 'string' ? [[place, node[name]] as const] : [],
      ),
    )
    expect(texts.length).toBeGreaterThan(200)
    expect(texts.filter(([, text]) => /\b(?:OQ|MC|TXN|CRE|CPN|ADV|MOD|API|SHELL)-\d+/.test(text))).toEqual([])
  })
})
