import type { FieldError } from '@greenroom/contract/error'

/** Content of an error response. A member is undefined where the response lacks it or has another type. */
export interface ServerProblem {
  /** The server's message; never blank. */
  message?: string | undefined
  code?: string | undefined
  errors?: readonly FieldError[] | undefined
  data?: unknown
  request_id?: string | undefined
}

/**
 * Reads the body of an error response. Besides the API's own problem documents it understands the plain JSON errors of
 * gateways and proxies: the message is the first text among `message`, `detail`, `error`, `error.message` and `title`.
 * @returns an empty object for a body that is no JSON object
 * @see OQ-017
 */
export function readProblem(body: string): ServerProblem {
  const found = parse(body)
  if (!isRecord(found)) return {}
  const { message, detail, error, title } = found
  const nested = isRecord(error) ? error.message : undefined
  return {
    message: [message, detail, error, nested, title].find(isText),
    code: isText(found.code) ? found.code : undefined,
    errors: Array.isArray(found.errors) ? found.errors.filter(isFieldError) : undefined,
    data: found.data,
    request_id: isText(found.request_id) ? found.request_id : undefined,
  }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

function isFieldError(value: unknown): value is FieldError {
  return isRecord(value) && typeof value.path === 'string' && typeof value.message === 'string'
}
