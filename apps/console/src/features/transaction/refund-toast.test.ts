import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api/api-error.ts'
import { refundFailure, refundSuccess } from './refund-toast.ts'

describe('the toast of a refund', () => {
  it('shows the message of the server (TXN-19)', () => {
    expect(refundSuccess({ data: { message: 'Refund initiated for order GRM-1' } })).toBe(
      'Refund initiated for order GRM-1',
    )
    const refused = new ApiError(409, { code: 'WRONG_STATE', message: 'This transaction was refunded.' })
    expect(refundFailure(refused)).toBe('This transaction was refunded.')
    // An error from a gateway has no code.
    expect(refundFailure(new ApiError(504, { message: 'upstream timed out' }))).toBe('upstream timed out')
  })

  it('shows REFUND_INITIATED when the server has no message (TXN-19)', () => {
    expect(refundSuccess({ message: '', data: { message: '' } })).toBe('REFUND_INITIATED')
  })

  it('shows SOMETHING_WENT_WRONG when a failure has no message of the server (TXN-19)', () => {
    expect(refundFailure(new ApiError(502))).toBe('SOMETHING_WENT_WRONG')
  })

  it('shows INTERNAL_SERVER_ERROR when an error is thrown (TXN-19)', () => {
    expect(refundFailure(new ApiError(0))).toBe('INTERNAL_SERVER_ERROR')
    expect(refundFailure(new TypeError('x'))).toBe('INTERNAL_SERVER_ERROR')
  })
})
