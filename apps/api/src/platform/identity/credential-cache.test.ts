import { expect, it } from 'vitest'
import { createCredentialCache } from './credential-cache.ts'

function cacheAt(start: string, most?: number) {
  let now = new Date(start)
  const clock = { now: () => now }
  return {
    cache: createCredentialCache<{ name: string; expiresAt: Date }>(clock, most),
    setTime: (time: string) => {
      now = new Date(time)
    },
  }
}

const noon = new Date('2026-11-21T12:00:00Z')

it('keeps a credential until the instant it expires', () => {
  const { cache, setTime } = cacheAt('2026-11-21T11:00:00Z')
  cache.keep('a', { name: 'Meera', expiresAt: noon })
  setTime('2026-11-21T11:59:59.999Z')
  expect(cache.get('a')?.name).toBe('Meera')
  expect(cache.get('b')).toBeUndefined()
  setTime('2026-11-21T12:00:00Z')
  expect(cache.get('a')).toBeUndefined()
})

it('evicts the least recently used credential', () => {
  const { cache } = cacheAt('2026-11-21T11:00:00Z', 2)
  cache.keep('a', { name: 'a', expiresAt: noon })
  cache.keep('b', { name: 'b', expiresAt: noon })
  cache.get('a')
  cache.keep('c', { name: 'c', expiresAt: noon })
  expect(['a', 'b', 'c'].filter((name) => cache.get(name))).toEqual(['a', 'c'])
})
