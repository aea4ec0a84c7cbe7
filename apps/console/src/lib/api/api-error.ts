import type { FieldError } from '@greenroom/contract/error'
import type { ServerProblem } from './problem.ts'

const noResponse = 'The server did not respond. Check your connection and try again.'
const noMessage = 'The server sent an unreadable response.'

/**
 * A failed call: its status with the server's message and data (API-02). Status 0 means that no response came, so a
 * write may or may not have happened.
 */
export class ApiError extends Error {
  readonly status: number
  /** The server's code; 'UNKNOWN' when it sent none. */
  readonly code: string
  /** The server's message, if any. Otherwise `message` has a general sentence. */
  readonly serverMessage: string | undefined
  readonly errors: readonly FieldError[]
  readonly data: unknown
  readonly requestId: string | undefined

  constructor(status: number, problem: ServerProblem = {}) {
    super(problem.message ?? (status === 0 ? noResponse : noMessage))
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code ?? 'UNKNOWN'
    this.serverMessage = problem.message
    this.errors = problem.errors ?? []
    this.data = problem.data
    this.requestId = problem.request_id
  }

  /** Whether the person can fix it by changing the input. The form then keeps its values and marks the fields. */
  get isRefusal(): boolean {
    return [400, 409, 413, 415, 422].includes(this.status)
  }
}

/** Returns the message to show for any failure: the server's, or a general sentence. */
export function failureMessage(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Something went wrong. Try again, or reload the page.'
}

/** Returns the help below the message of a list that could not be loaded. */
export function failureHelp(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0)
    return 'The server did not respond. Nothing was changed.'
  const reference = error.requestId ? ` Reference: ${error.requestId}.` : ''
  return error.status >= 500
    ? `The server could not complete the request. Nothing was changed.${reference}`
    : error.message
}

/** @returns the message, followed by why the call failed: the server's message, or that there was no response */
export function withReason(message: string, reason: unknown): string {
  // Some of the specified messages end without a full stop.
  return reason instanceof ApiError ? `${message.replace(/\w$/, '$&.')} ${reason.message}` : message
}
