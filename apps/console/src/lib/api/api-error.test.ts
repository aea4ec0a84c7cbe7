import { describe, expect, it } from 'vitest'
import { ApiError, withReason } from './api-error.ts'

describe('a message with the reason of a failure', () => {
  const reason = new ApiError(409, { message: 'Someone else saved this.' })

  it('separates the two with a full stop (OQ-010)', () => {
    expect(withReason('Failed to create post', reason)).toBe(
      'Failed to create post. Someone else saved this.',
    )
    expect(withReason('Please try again.', reason)).toBe('Please try again. Someone else saved this.')
  })

  it('is the message alone if no call failed (OQ-010)', () => {
    expect(withReason('Failed to create post', new Error('x'))).toBe('Failed to create post')
  })
})
