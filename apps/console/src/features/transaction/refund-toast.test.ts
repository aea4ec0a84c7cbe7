import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api/api-error.ts'
import { refundFailure, refundSuccess } from './refund-toast.ts'

describe('the toast of a refund', () => {
  it('TXN-19 says the words of the server', () => {
    expect(refundSuccess({ data: { message: 'Refund initiated for order GRM-1' } })).toBe(
      'Refund initiated for order GRM-1',
    )
    const refused = new ApiError(409, { code: 'WRONG_STATE', message: 'This transaction was refunded.' })
    expect(refundFailure(refused)).toBe('This transaction was refunded.')
    // A gateway's error has no code.
    expect(refundFailure(new ApiError(504, { message: 'upstream timed out' }))).toBe('upstream timed out')
  })

  it('TXN-19 says REFUND_INITIATED when the server has no words', () => {
    expect(refundSuccess({ message: '', data: { message: '' } })).toBe('REFUND_INITIATED')
  })

  it('TXN-19 says SOMETHING_WENT_WRONG when a failure has no words of the server', () => {
    expect(refundFailure(new ApiError(502))).toBe('SOMETHING_WENT_WRONG')
  })

  it('TXN-19 says INTERNAL_SERVER_ERROR when an error is thrown', () => {
    expect(refundFailure(new ApiError(0))).toBe('INTERNAL_SERVER_ERROR')
    expect(refundFailure(new TypeError('x'))).toBe('INTERNAL_SERVER_ERROR')
  })
})
