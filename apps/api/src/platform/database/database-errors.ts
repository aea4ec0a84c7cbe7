function property(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined
}

function violates(error: unknown, code: string, constraint: string | undefined): boolean {
  return (
    property(error, 'code') === code &&
    (constraint === undefined || property(error, 'constraint') === constraint)
  )
}

/** Tells whether a unique key or index refused a row, optionally the one with this name. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return violates(error, '23505', constraint)
}

/** Tells whether a check refused a row, optionally the one with this name. */
export function isCheckViolation(error: unknown, constraint?: string): boolean {
  return violates(error, '23514', constraint)
}

/** Tells whether the same transaction may succeed if repeated: a serialization failure or a deadlock. */
export function isRetryable(error: unknown): boolean {
  const code = property(error, 'code')
  return code === '40001' || code === '40P01'
}

/** Tells whether the statement waited too long for a lock. Its transaction is rolled back. */
export function isLockTimeout(error: unknown): boolean {
  return property(error, 'code') === '55P03'
}

/** Tells whether the statement took too long, or an operator cancelled it. Its transaction is rolled back. */
export function isStatementTimeout(error: unknown): boolean {
  return property(error, 'code') === '57014'
}

/** Tells whether the server's disk is full. */
export function isDiskFull(error: unknown): boolean {
  const code = property(error, 'code')
  return code === '53100' || code === 'ENOSPC'
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/**
 * Shutdown and start (57P01 to 57P03), connection failures (08xxx), too many connections, a standby that took over.
 */
const serverCodes = /^(57P0[1-5]|08\w{3}|53300|25006)$/
/** The driver reports these failures without a code. */
const driverWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|timeout expired|Cannot use a pool after calling end)/

/** Tells whether the database cannot be reached at present, so that the same request may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const code = property(error, 'code')
  if (typeof code === 'string') {
    if (networkCodes.has(code) || serverCodes.test(code)) return true
    // The socket file is missing while an embedded server restarts.
    if (code === 'ENOENT' && property(error, 'syscall') === 'connect') return true
  }
  return error instanceof Error && driverWords.test(error.message)
}

/** Tells whether the database failed for now, so that the same work may succeed later. */
export function isTransient(error: unknown): boolean {
  return (
    isUnavailable(error) ||
    isRetryable(error) ||
    isLockTimeout(error) ||
    isStatementTimeout(error) ||
    isDiskFull(error)
  )
}
