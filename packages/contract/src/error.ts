import * as z from 'zod/mini'

/** All error codes with their HTTP status. This is the only such table. A code is stable; its message may change. */
export const errorStatus = {
  VALIDATION: 400,
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  CREDENTIAL_EXPIRED: 401,
  ACCOUNT_NOT_ACCEPTED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  DUPLICATE: 409,
  WRONG_STATE: 409,
  STALE: 409,
  MEETING_CLASH: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_TYPE: 415,
  KEY_REUSED: 422,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  MEETING_PROVIDER: 502,
  PAYMENT_PROVIDER: 502,
  UNAVAILABLE: 503,
  STORAGE_FULL: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

/** One refused field: its dotted path in the request ("prices.0.current_price") and the message. */
export interface FieldError {
  path: string
  message: string
}

/** The response to every failed request: application/problem+json (RFC 9457) with the specification's members. */
export const Problem = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  errors: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  data: z.optional(z.unknown()),
  request_id: z.string(),
  type: z.string(),
  title: z.string(),
  status: z.number(),
  detail: z.string(),
})
export type Problem = z.output<typeof Problem>

/** Messages for errors that have no message of their own. */
export const generalMessages = {
  validation: 'Some fields need another look.',
  notFound: 'Not found',
  unauthenticated: 'Sign in to continue.',
  forbidden: 'Your role does not allow this. Ask an owner for access.',
} as const
