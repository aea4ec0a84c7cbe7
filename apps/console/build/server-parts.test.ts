import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withoutServerParts } from './server-parts.ts'

const contract = join(import.meta.dirname, '../../../packages/contract/src')

it('removes texts on one line and on several, and keeps every other line where it is', () => {
  const code = `export const one = endpoint({
  name: 'one',
  summary: 'It\\'s "one"',
  requirements: ['A-1', 'B-2'],
  path: '/one',
})
const two = {
  summary:
    'A long one, with a comma',
  description: "Refuses a name that isn't free (409).",
  requirements: [
    'A-1',
  ],
  permissions: ['content.read'],
}`
  expect(withoutServerParts(code)).toBe(`export const one = endpoint({
  name: 'one',


  path: '/one',
})
const two = {






  permissions: ['content.read'],
}`)
})

it('removes the schemas of parameters, queries and responses, and keeps those of bodies and of what is no endpoint', () => {
  const code = `export const Asked = z.object({
  query: z.string(),
})
export const one = endpoint({
  name: 'one',
  params: z.object({ id: Id }),
  query: z.object({
    /** It doesn't matter (much). */
    limit: limit(),
  }),
  body: z.object({
    query: Asked,
  }),
  response: ok(z.array(One), {
    counts: Counts,
  }),
  status: 201,
})`
  expect(withoutServerParts(code)).toBe(`export const Asked = z.object({
  query: z.string(),
})
export const one = endpoint({
  name: 'one',





  body: z.object({
    query: Asked,
  }),



  status: 201,
})`)
})

it('removes no schema that a screen reads', () => {
  const source = join(import.meta.dirname, '../src')
  for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) continue
    const uses = readFileSync(join(source, file), 'utf8').match(
      /\.(?:params|query|response)\.(?:safeParse|parse|shape)\b/g,
    )
    expect(uses, file).toBeNull()
  }
})

it('leaves none in the declarations of the contract', () => {
  for (const file of [
    'sessions/event/event.endpoints.ts',
    'outside/public-read/public-read.endpoints.ts',
    'money/coupon/coupon.endpoints.ts',
  ]) {
    const code = readFileSync(join(contract, file), 'utf8')
    const shorter = withoutServerParts(code)
    expect(shorter).not.toMatch(/\b(summary|requirements):|description: '/)
    expect(shorter.split('\n')).toHaveLength(code.split('\n').length)
    expect(shorter.match(/name: '/g)).toEqual(code.match(/name: '/g))
  }
})
