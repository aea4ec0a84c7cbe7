import { describe, expect, it } from 'vitest'
import { onePress } from './one-press.ts'

describe('a press (OQ-606)', () => {
  it('does nothing while an earlier one on its subject runs, and works again after a failure', async () => {
    const started: string[] = []
    let fail = (_: Error) => {}
    const first = onePress('restore 1', () => {
      started.push('first')
      return new Promise((_, reject) => {
        fail = reject
      })
    })
    await onePress('restore 1', async () => started.push('second'))
    await onePress('restore 2', async () => started.push('other'))
    fail(new Error('No response'))
    await expect(first).rejects.toThrow('No response')
    await onePress('restore 1', async () => started.push('third'))
    expect(started).toEqual(['first', 'other', 'third'])
  })
})
