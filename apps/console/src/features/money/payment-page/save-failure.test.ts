import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../lib/api/api-error.ts'
import { saveFailure } from './save-failure.ts'

describe('the toast of a failed save', () => {
  it('contains what failed and the message of the server (PAY-17)', () => {
    const refused = new ApiError(400, { code: 'VALIDATION', message: 'Some fields need another look.' })
    expect(saveFailure('create', refused)).toBe(
      'Could not create payment entity. Some fields need another look.',
    )
    expect(saveFailure('update', refused)).toBe(
      'Could not update payment entity. Some fields need another look.',
    )
    // An error from a gateway has no code.
    expect(saveFailure('create', new ApiError(504, { message: 'upstream timed out' }))).toBe(
      'Could not create payment entity. upstream timed out',
    )
  })

  it('reports an unexpected error if the server has no message (PAY-19)', () => {
    for (const reason of [new TypeError('x'), new ApiError(0), new ApiError(502)]) {
      expect(saveFailure('create', reason)).toBe('An unexpected error occurred.')
    }
  })
})
