import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { withoutEndpointTexts } from './endpoint-texts.ts'

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
  expect(withoutEndpointTexts(code)).toBe(`export const one = endpoint({
  name: 'one',


  path: '/one',
})
const two = {






  permissions: ['content.read'],
}`)
})

it('leaves none in the declarations of the contract', () => {
  for (const file of [
    'sessions/event/event.endpoints.ts',
    'outside/public-read/public-read.endpoints.ts',
    'money/coupon/coupon.endpoints.ts',
  ]) {
    const code = readFileSync(join(contract, file), 'utf8')
    const shorter = withoutEndpointTexts(code)
    expect(shorter).not.toMatch(/\b(summary|requirements):|description: '/)
    expect(shorter.split('\n')).toHaveLength(code.split('\n').length)
    expect(shorter.match(/name: '/g)).toEqual(code.match(/name: '/g))
  }
})
