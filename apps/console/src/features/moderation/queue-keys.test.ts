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

  it('belong to the browser with a modifier, and to the text while one is composed', () => {
    for (const held of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey', 'isComposing']) {
      expect(queueCommand(key('d', { [held]: true }))).toBeUndefined()
    }
  })

  it('walk on while they are held, and act once', () => {
    expect(queueCommand(key('j', { repeat: true }))).toBe('next')
    expect(queueCommand(key('i', { repeat: true }))).toBeUndefined()
    expect(queueCommand(key('d', { repeat: true }))).toBeUndefined()
  })

  it('are found by their place on a keyboard of another script', () => {
    expect(queueCommand(key('र', { code: 'KeyJ' }))).toBe('next')
    expect(queueCommand(key('o', { code: 'KeyJ' }))).toBeUndefined()
  })
})
