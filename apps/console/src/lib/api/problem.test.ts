import { describe, expect, it } from 'vitest'
import { ApiError, failureMessage } from './api-error.ts'
import { readProblem } from './problem.ts'

describe('the body of an error response', () => {
  it('reads message, code, refused fields, data and request id of the API (API-02, OQ-017)', () => {
    const problem = {
      success: false,
      message: 'Title is required',
      code: 'VALIDATION',
      errors: [{ path: 'title', message: 'Title is required' }],
      data: { version: 3 },
      request_id: '0198',
    }
    expect(readProblem(JSON.stringify(problem))).toEqual({
      message: 'Title is required',
      code: 'VALIDATION',
      errors: [{ path: 'title', message: 'Title is required' }],
      data: { version: 3 },
      request_id: '0198',
    })
  })

  it.each([
    ['a message alone', { message: 'upstream timed out' }],
    ['an error as text', { error: 'upstream timed out' }],
    ['an error with a message', { error: { code: 504, message: 'upstream timed out' } }],
    [
      'a status name beside its message',
      { statusCode: 504, error: 'Gateway Timeout', message: 'upstream timed out' },
    ],
    [
      'a problem document without our members',
      { type: 'about:blank', title: 'Gateway Timeout', detail: 'upstream timed out' },
    ],
    ['a title alone', { title: 'upstream timed out' }],
    ['a message that is no text', { message: ['one', 'two'], error: 'upstream timed out' }],
    ['a blank message', { message: ' ', detail: 'upstream timed out' }],
  ])('reads the message of a gateway: %s (API-02)', (_, body) => {
    const failure = new ApiError(504, readProblem(JSON.stringify(body)))
    expect(failure).toMatchObject({ serverMessage: 'upstream timed out', code: 'UNKNOWN', errors: [] })
    expect(failureMessage(failure)).toBe('upstream timed out')
  })

  it.each(['', '<h1>502 Bad Gateway</h1>', 'null', '"text"', '502', '[]', '{}', '{"message":7}'])(
    'finds no message in %j (API-02)',
    (body) => {
      const failure = new ApiError(502, readProblem(body))
      expect(failure.serverMessage).toBeUndefined()
      expect(failureMessage(failure)).toBe('The server sent an unreadable response.')
    },
  )

  it('ignores members of unexpected types (API-02)', () => {
    const body = { message: 'No.', code: 42, errors: { title: ['short'] }, request_id: 7 }
    expect(new ApiError(400, readProblem(JSON.stringify(body)))).toMatchObject({
      message: 'No.',
      code: 'UNKNOWN',
      errors: [],
      requestId: undefined,
    })
    const mixed = { message: 'No.', errors: ['title', null, { path: 'title', message: 'Short' }] }
    expect(readProblem(JSON.stringify(mixed)).errors).toEqual([{ path: 'title', message: 'Short' }])
  })
})
