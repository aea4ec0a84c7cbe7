import { type ErrorCode, errorStatus, type FieldError } from '@greenroom/contract/error'

interface Details {
  /** Refused fields, for VALIDATION and for a refusal that one field caused. */
  errors?: FieldError[]
  /** What the client needs to go on, for instance the current record beside STALE. Already presented for the wire. */
  data?: unknown
  /** Seconds after which another try makes sense; sent as Retry-After. */
  retryAfter?: number
  cause?: unknown
}

/**
 * A refusal that the client is told about, in words that may be shown to a person.
 * Anything else that is thrown becomes INTERNAL with a general sentence, and is logged.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly errors: FieldError[] | undefined
  readonly data: unknown
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.name = 'AppError'
    this.code = code
    this.errors = details.errors
    this.data = details.data
    this.retryAfter = details.retryAfter
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** The refusal of one or more fields; the first one's words become the message (OQ-017). */
export function invalid(errors: FieldError[]): AppError {
  return new AppError('VALIDATION', errors[0]?.message ?? 'The request is not valid.', { errors })
}

/** The refusal of an address or a record that is not there. */
export function notFound(what = 'Not found'): AppError {
  return new AppError('NOT_FOUND', what)
}
