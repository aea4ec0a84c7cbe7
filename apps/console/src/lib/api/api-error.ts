import type { FieldError, Problem } from '@greenroom/contract/error'

/**
 * A failed call: its status with the server's words and data (API-02). Status 0 means that no answer came, so a write
 * may or may not have happened.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: readonly FieldError[]
  readonly data: unknown
  readonly requestId: string | undefined

  constructor(status: number, problem: Partial<Problem> & { message: string }) {
    super(problem.message)
    this.name = 'ApiError'
    this.status = status
    this.code = problem.code ?? 'UNKNOWN'
    this.errors = problem.errors ?? []
    this.data = problem.data
    this.requestId = problem.request_id
  }

  /** Whether the person can mend it by changing what was typed: the form keeps it and marks the fields. */
  get isRefusal(): boolean {
    return (
      this.status === 400 ||
      this.status === 409 ||
      this.status === 413 ||
      this.status === 415 ||
      this.status === 422
    )
  }
}

export const noAnswer = 'The server did not answer. Check your connection and try again.'

/** What to tell a person about any failure: the server's words, or one calm sentence. */
export function failureMessage(error: unknown): string {
  return error instanceof ApiError ? error.message : 'Something went wrong. Nothing more is known.'
}

/** Words below the sentence of a list that could not be loaded. */
export function failureHelp(error: unknown): string {
  if (!(error instanceof ApiError) || error.status === 0)
    return 'The server did not answer. Nothing was changed.'
  const reference = error.requestId ? ` Reference: ${error.requestId}.` : ''
  return error.status >= 500
    ? `The server could not do this. Nothing was changed.${reference}`
    : error.message
}
