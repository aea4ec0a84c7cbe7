import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../lib/api/api-error.ts'
import { linkInTurn } from './link-in-turn.ts'

const gone = new ApiError(404, { message: 'This masterclass does not exist' })

/** Records what is sent, and fails for the named products. */
function linkOf(failures: Record<string, Error>) {
  const sent: string[] = []
  const link = async (id: string) => {
    sent.push(id)
    if (failures[id]) throw failures[id]
  }
  return { sent, link }
}

describe('linking products in turn', () => {
  it('goes on after a refusal and returns it with its reason (OQ-696)', async () => {
    const { sent, link } = linkOf({ b: gone })
    expect(await linkInTurn(['a', 'b', 'c'], link)).toEqual([
      { target: 'b', problem: 'Not linked. This masterclass does not exist' },
    ])
    expect(sent).toEqual(['a', 'b', 'c'])
  })

  it.each([
    ['no response', new ApiError(0)],
    ['a server error', new ApiError(502)],
  ])('sends no more after %s, and keeps the rest (OQ-696, OQ-029)', async (_, failure) => {
    const { sent, link } = linkOf({ b: failure })
    expect(await linkInTurn(['a', 'b', 'c'], link)).toEqual([
      { target: 'b', problem: failure.message },
      { target: 'c', problem: undefined },
    ])
    expect(sent).toEqual(['a', 'b'])
  })
})
