import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../lib/api/api-error.ts'
import { refundFailure, refundFailureHelp, refundSuccess } from './refund-toast.ts'

describe('the toast of a refund', () => {
  it('shows the message of the server (TXN-19)', () => {
    expect(refundSuccess({ data: { message: 'Refund initiated for order GRM-1' } })).toBe(
      'Refund initiated for order GRM-1',
    )
    const closed = new ApiError(409, { code: 'WRONG_STATE', message: 'This transaction was refunded.' })
    expect(refundFailure(closed)).toBe('This transaction was refunded.')
  })

  it('leaves the message of a refusal to the open question, which tells it alone (TXN-19, OQ-235)', () => {
    // An error from a gateway has no code.
    for (const body of [
      { code: 'PROVIDER_FAILED', message: 'The balance is too low.' },
      { message: 'too low' },
    ]) {
      expect(refundFailure(new ApiError(502, body))).toBeUndefined()
      expect(refundFailureHelp(new ApiError(502, body))).toBe(body.message)
    }
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
