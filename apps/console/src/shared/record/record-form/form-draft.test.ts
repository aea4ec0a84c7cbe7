import { beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { formDraft } from './form-draft.ts'

const draftOf = (id: string | null) =>
  formDraft('example', z.object({ title: z.string() }), z.object({ _id: z.string() }), id)
const draft = { values: { title: 'Half typed' }, base: null, marks: ['file:a.png:1:2'] }

let kept: Map<string, string>

function signIn(email: string): void {
  kept.set('credential', 'grs_one')
  kept.set('session', JSON.stringify({ subject: email, name: email, email, endsAt: 4_000_000_000_000 }))
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

test('keeps a draft for each record and for a new one (MC-20)', () => {
  const edit = { ...draft, values: { title: 'Another' }, base: { _id: 'm1' } }
  draftOf(null).write(draft)
  draftOf('m1').write(edit)
  expect(draftOf(null).read()).toEqual(draft)
  expect(draftOf('m1').read()).toEqual(edit)
  expect(draftOf('m2').read()).toBeNull()
})

test('returns nothing once the draft is cleared (MC-23)', () => {
  draftOf(null).write(draft)
  draftOf(null).clear()
  expect(draftOf(null).read()).toBeNull()
})

test('keeps a draft after the session ends, for its own account only (OQ-012)', () => {
  draftOf(null).write(draft)
  kept.delete('credential')
  signIn('someone.else@example.com')
  expect(draftOf(null).read()).toBeNull()
  signIn('meera@example.com')
  expect(draftOf(null).read()).toEqual(draft)
})

test('keeps what is typed without a credential for the last signed-in account (OQ-012)', () => {
  expect(draftOf(null).read()).toBeNull()
  kept.delete('credential')
  draftOf(null).write(draft)
  expect(draftOf(null).read()).toBeNull()
  signIn('someone.else@example.com')
  expect(draftOf(null).read()).toBeNull()
  signIn('meera@example.com')
  expect(draftOf(null).read()).toEqual(draft)
})

test('ignores a draft of another shape', () => {
  const other = { owner: 'meera@example.com', draft: { ...draft, values: { title: 9 } } }
  for (const text of ['{', '{}', JSON.stringify(other)]) {
    kept.set('example:create', text)
    expect(draftOf(null).read()).toBeNull()
  }
})
