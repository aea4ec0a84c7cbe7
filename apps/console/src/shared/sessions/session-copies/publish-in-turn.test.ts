import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../lib/api/api-error.ts'
import { publishInTurn } from './publish-in-turn.ts'

const lost = () => new ApiError(0)
const refused = (message: string) => new ApiError(409, { message })

/** Publishes copies that fail as listed, one entry for each call. */
async function run(copies: string[], failures: Record<string, (Error | null)[]>) {
  const calls: string[] = []
  const steps: number[] = []
  const result = await publishInTurn(
    copies,
    async (copy) => {
      calls.push(copy)
      const failure = failures[copy]?.shift()
      if (failure) throw failure
    },
    (done) => steps.push(done),
  )
  return {
    calls,
    steps,
    published: result.published,
    kept: result.kept.map(({ copy, text }) => `${copy}: ${text}`),
  }
}

describe('publishing copies in turn', () => {
  it('publishes the others after a refusal, and keeps the reason (OQ-643)', async () => {
    expect(await run(['a', 'b', 'c'], { b: [refused('zoom_1 is booked.')] })).toEqual({
      calls: ['a', 'b', 'c'],
      steps: [1, 2, 3],
      published: ['a', 'c'],
      kept: ['b: zoom_1 is booked.'],
    })
  })

  it('sends a publishing whose response was lost once more (OQ-643)', async () => {
    expect(await run(['a', 'b'], { a: [lost(), null] })).toMatchObject({
      calls: ['a', 'a', 'b'],
      published: ['a', 'b'],
      kept: [],
    })
  })

  it('stops when the server can no longer be reached, and names all that are left (OQ-643)', async () => {
    const { calls, published, kept, steps } = await run(['a', 'b', 'c'], { b: [lost(), lost()] })
    expect(calls).toEqual(['a', 'b', 'b'])
    expect(published).toEqual(['a'])
    expect(kept).toEqual([
      expect.stringMatching(/^b: The server did not respond/),
      expect.stringMatching(/^c: The server did not respond/),
    ])
    expect(steps).toEqual([1, 2, 3])
  })
})
