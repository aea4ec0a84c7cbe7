import { describe, expect, it } from 'vitest'
import { queueCommand } from './queue-keys.ts'

const key = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key,
  repeat: false,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  isComposing: false,
  ...more,
})

describe('the keys of a queue', () => {
  it('are J, K, I, D and the arrows, also with Caps Lock', () => {
    expect(
      ['j', 'k', 'i', 'd', 'J', 'I', 'ArrowDown', 'ArrowUp'].map((one) => queueCommand(key(one))),
    ).toEqual(['next', 'previous', 'ignore', 'remove', 'next', 'ignore', 'next', 'previous'])
    expect(['x', 'Enter', ' ', 'Delete', 'constructor'].map((one) => queueCommand(key(one)))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('are ignored with a modifier and during text composition', () => {
    for (const held of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey', 'isComposing']) {
      expect(queueCommand(key('d', { [held]: true }))).toBeUndefined()
    }
  })

  it('repeat a move while held, but not an action', () => {
    expect(queueCommand(key('j', { repeat: true }))).toBe('next')
    expect(queueCommand(key('i', { repeat: true }))).toBeUndefined()
    expect(queueCommand(key('d', { repeat: true }))).toBeUndefined()
  })

  it('are only the arrows without single-letter keys (OQ-460)', () => {
    expect(queueCommand(key('d'), false)).toBeUndefined()
    expect(queueCommand(key('ArrowDown'), false)).toBe('next')
  })

  it('are matched by position on a keyboard of another script', () => {
    expect(queueCommand(key('र', { code: 'KeyJ' }))).toBe('next')
    expect(queueCommand(key('o', { code: 'KeyJ' }))).toBeUndefined()
  })
})
