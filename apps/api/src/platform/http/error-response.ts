import { STATUS_CODES } from 'node:http'
import { type ErrorCode, errorStatus, type Problem } from '@greenroom/contract/error'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import {
  isDiskFull,
  isLockTimeout,
  isRetryable,
  isStatementTimeout,
  isUnavailable,
  isUniqueViolation,
} from '../database/database-errors.ts'
import { isStillSending, withUnreadBody } from './unread-body.ts'

/** Codes and messages for the errors of Fastify and its plugins. Any other status below 500 becomes BAD_REQUEST. */
const frameworkErrors: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['UNSUPPORTED_TYPE', 'This call takes JSON.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['TOO_LARGE', 'The request is too large.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['BAD_REQUEST', 'The body is not valid JSON.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['BAD_REQUEST', 'The request was cut off.'],
  FST_REQ_FILE_TOO_LARGE: ['TOO_LARGE', 'The file is too large.'],
  FST_FILES_LIMIT: ['TOO_LARGE', 'The form carries too many files.'],
  FST_PARTS_LIMIT: ['TOO_LARGE', 'The form carries too many parts.'],
  FST_FIELDS_LIMIT: ['TOO_LARGE', 'The form carries too many fields.'],
  FST_PROTO_VIOLATION: ['BAD_REQUEST', 'The form carries a field that is not allowed.'],
  FST_INVALID_MULTIPART_CONTENT_TYPE: ['UNSUPPORTED_TYPE', 'This call takes multipart/form-data.'],
  FST_ERR_BAD_URL: ['BAD_REQUEST', 'The address is not valid.'],
  FST_ERR_MAX_PARAM_LENGTH: ['NOT_FOUND', 'Not found'],
}

/** Converts anything thrown into the error for the client. */
function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isUnavailable(error)) {
    return new AppError('UNAVAILABLE', 'The service is not available right now. Try again in a moment.', {
      retryAfter: 2,
      cause: error,
    })
  }
  // Every repeat of the transaction deadlocked as well, or the lock did not become free. Nothing was stored.
  if (isRetryable(error) || isLockTimeout(error)) {
    return new AppError('UNAVAILABLE', 'Someone else is changing the same records. Try again in a moment.', {
      retryAfter: 1,
      cause: error,
    })
  }
  if (isStatementTimeout(error)) {
    return new AppError('UNAVAILABLE', 'This took too long and was stopped. Try again in a moment.', {
      retryAfter: 5,
      cause: error,
    })
  }
  if (isDiskFull(error)) {
    return new AppError('STORAGE_FULL', 'There is no room left to store this.', { cause: error })
  }
  if (isUniqueViolation(error)) return new AppError('DUPLICATE', 'This already exists.', { cause: error })
  const { code, statusCode } = error as Partial<FastifyError>
  const known = code ? frameworkErrors[code] : undefined
  if (known) return new AppError(known[0], known[1], { cause: error })
  if (statusCode === 413) return new AppError('TOO_LARGE', 'The request is too large.', { cause: error })
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new AppError('BAD_REQUEST', 'The request is not valid.', { cause: error })
  }
  return new AppError(
    'INTERNAL',
    'Something went wrong on the server. Check whether your change was saved, then try again.',
    {
      cause: error,
    },
  )
}

/** Builds the problem document of an error (OQ-017, with the members of RFC 9457). */
function problemOf(error: AppError, requestId: string): Problem {
  const status = errorStatus[error.code]
  return {
    success: false,
    message: error.message,
    code: error.code,
    ...(error.errors ? { errors: error.errors } : {}),
    ...(error.data === undefined ? {} : { data: error.data }),
    request_id: requestId,
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: error.message,
  }
}

/** Sends an error, and logs it if it is the server's fault. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // A client that disconnects while sending fails its own request with a network error code.
  const told = error === request.raw.errored ? cutOff(error) : toAppError(error)
  if (told.status >= 500) request.log.error({ err: error, code: told.code }, 'Request failed')
  else request.log.debug({ code: told.code, message: told.message }, 'Request refused')
  if (told.retryAfter !== undefined) reply.header('retry-after', String(Math.ceil(told.retryAfter)))
  const body = JSON.stringify(problemOf(told, request.id))
  reply.code(told.status).header('cache-control', 'no-store').type('application/problem+json; charset=utf-8')
  if (!isStillSending(request.raw)) return reply.send(body)
  return reply
    .header('connection', 'close')
    .header('content-length', Buffer.byteLength(body))
    .send(withUnreadBody(request.raw, body))
}

function cutOff(cause: unknown): AppError {
  return new AppError('BAD_REQUEST', 'The request was cut off.', { cause })
}

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
}
