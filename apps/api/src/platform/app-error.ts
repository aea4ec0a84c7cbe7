import { type ErrorCode, errorStatus, type FieldError } from '@greenroom/contract/error'

interface Details {
  /** Refused fields, for VALIDATION and for other errors that one field caused. */
  errors?: FieldError[]
  /**
   * What the client needs to continue, for instance the current record with STALE. Already presented for the
   * response.
   */
  data?: unknown
  /** Seconds after which to retry; sent as Retry-After. */
  retryAfter?: number
  cause?: unknown
}

/**
 * An error that is reported to the client; its message may be shown to a person. Any other error becomes INTERNAL
 * with a general message, and is logged.
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

  /** Returns the same error with other data. */
  withData(data: unknown): AppError {
    const { code, message, errors, retryAfter, cause } = this
    return new AppError(code, message, {
      data,
      cause,
      ...(errors && { errors }),
      ...(retryAfter !== undefined && { retryAfter }),
    })
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** Returns the error for refused fields. The first field's message becomes the error's message (OQ-017). */
export function invalid(errors: FieldError[]): AppError {
  return new AppError('VALIDATION', errors[0]?.message ?? 'The request is not valid.', { errors })
}

/** Returns the error for an unknown URL or record. */
export function notFound(what = 'Not found'): AppError {
  return new AppError('NOT_FOUND', what)
}
