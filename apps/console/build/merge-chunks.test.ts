import { describe, expect, it } from 'vitest'
import { type Chunk, mergeChunks } from './merge-chunks.ts'

const chunk = (name: string, imports: string[] = [], bytes = 1000): Chunk => ({
  name,
  imports,
  bytes,
  hasStyles: false,
  canMerge: true,
})
const screen = (name: string, imports: string[]): Chunk => ({ ...chunk(name, imports), canMerge: false })
const load = (name: string, isExact = false) => ({ chunk: name, isExact })

describe('merging chunks', () => {
  it('joins small chunks that the same screens load', () => {
    const chunks = [screen('one', ['a', 'b']), screen('two', ['a', 'b']), chunk('a'), chunk('b')]
    expect(mergeChunks(chunks, [load('one'), load('two')], 1000)).toEqual([['a', 'b']])
  })

  it('leaves a chunk alone that would cost another screen more bytes than requests are worth', () => {
    const chunks = [
      screen('form', ['a', 'large']),
      screen('list', ['a']),
      chunk('a'),
      chunk('large', [], 9000),
    ]
    const loads = [load('form'), load('list')]
    expect(mergeChunks(chunks, loads, 8000)).toEqual([])
    expect(mergeChunks(chunks, loads, 10_000)).toEqual([['a', 'large']])
  })

  it('counts what the joined chunk imports in turn', () => {
    const chunks = [
      screen('form', ['a', 'b']),
      screen('list', ['a']),
      chunk('a'),
      chunk('b', ['large'], 10),
      { ...chunk('large', [], 9000), canMerge: false },
    ]
    expect(mergeChunks(chunks, [load('form'), load('list')], 8000)).toEqual([])
  })

  it('adds nothing to a load that must stay as it is', () => {
    const chunks = [
      screen('first', ['a']),
      screen('one', ['a', 'b']),
      screen('two', ['a', 'b']),
      chunk('a', [], 10),
      chunk('b', [], 10),
    ]
    const loads = [load('one'), load('two')]
    expect(mergeChunks(chunks, [load('first'), ...loads], 1000)).toEqual([['a', 'b']])
    expect(mergeChunks(chunks, [load('first', true), ...loads], 1000)).toEqual([])
  })

  it('never makes two files that import each other', () => {
    // Joining top and bottom would leave middle between them.
    const chunks = [
      screen('one', ['top', 'middle', 'bottom']),
      chunk('top', ['middle'], 10),
      { ...chunk('middle', ['bottom'], 10), canMerge: false },
      chunk('bottom', [], 10),
    ]
    expect(mergeChunks(chunks, [load('one')], 1000)).toEqual([])
  })

  it('keeps the chunks of screens as they are', () => {
    const chunks = [screen('one', ['two']), screen('two', [])]
    expect(mergeChunks(chunks, [load('one'), load('two')], 1000)).toEqual([])
  })
})
