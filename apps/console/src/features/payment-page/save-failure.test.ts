import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api/api-error.ts'
import { saveFailure } from './save-failure.ts'

describe('the toast of a save that failed', () => {
  it('PAY-17 says what could not be done and the words of the server', () => {
    const refused = new ApiError(400, { code: 'VALIDATION', message: 'Some fields need another look.' })
    expect(saveFailure('create', refused)).toBe(
      'Could not create payment entity. Some fields need another look.',
    )
    expect(saveFailure('update', refused)).toBe(
      'Could not update payment entity. Some fields need another look.',
    )
    // A gateway's error has no code.
    expect(saveFailure('create', new ApiError(504, { message: 'upstream timed out' }))).toBe(
      'Could not create payment entity. upstream timed out',
    )
  })

  it('PAY-19 says that nobody foresaw it when the server has no words', () => {
    for (const reason of [new TypeError('x'), new ApiError(0), new ApiError(502)]) {
      expect(saveFailure('create', reason)).toBe('An unexpected error occurred.')
    }
  })
})
