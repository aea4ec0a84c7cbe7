import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type MasterclassDraft, masterclassDraft } from './masterclass-draft.ts'
import { emptyValues } from './masterclass-form-values.ts'

const draft: MasterclassDraft = {
  values: { ...emptyValues(), title: 'Half typed' },
  step: 1,
  visited: 2,
  banner: 'picked',
  base: null,
}

let kept: Map<string, string>

function signIn(email: string): void {
  const payload = btoa(JSON.stringify({ exp: 4_000_000_000, email }))
  kept.set('credential', `head.${payload}.signature`)
}

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  signIn('meera@example.com')
})
afterEach(() => vi.unstubAllGlobals())

test('MC-20 what was entered is given back, for each form on its own', () => {
  masterclassDraft.write(null, draft)
  masterclassDraft.write('m1', { ...draft, values: { ...draft.values, title: 'Another' } })
  expect(masterclassDraft.read(null)).toEqual(draft)
  expect(masterclassDraft.read('m1')?.values.title).toBe('Another')
  expect(masterclassDraft.read('m2')).toBeNull()
})

test('MC-23 a cleared draft is not offered again', () => {
  masterclassDraft.write(null, draft)
  masterclassDraft.clear(null)
  expect(masterclassDraft.read(null)).toBeNull()
})

test('OQ-012 a draft outlives the session of its account and is not shown to another', () => {
  masterclassDraft.write(null, draft)
  kept.delete('credential')
  signIn('someone.else@example.com')
  expect(masterclassDraft.read(null)).toBeNull()
  signIn('meera@example.com')
  expect(masterclassDraft.read(null)).toEqual(draft)
})

test('OQ-012 what is typed after the credential has vanished is kept for its account alone', () => {
  expect(masterclassDraft.read(null)).toBeNull()
  kept.delete('credential')
  masterclassDraft.write(null, draft)
  expect(masterclassDraft.read(null)).toBeNull()
  signIn('someone.else@example.com')
  expect(masterclassDraft.read(null)).toBeNull()
  signIn('meera@example.com')
  expect(masterclassDraft.read(null)).toEqual(draft)
})

test('a draft of another shape is passed over', () => {
  for (const text of [
    '{',
    '{}',
    JSON.stringify({ owner: 'meera@example.com', draft: { ...draft, step: 9 } }),
  ]) {
    kept.set('masterclass:create', text)
    expect(masterclassDraft.read(null)).toBeNull()
  }
})
