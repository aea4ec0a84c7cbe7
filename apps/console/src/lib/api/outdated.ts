import { ApiError } from './api-error.ts'

/** Whether a write was refused because the record has changed or is gone since it was read. */
export function isOutdated(reason: unknown): boolean {
  return reason instanceof ApiError && (reason.code === 'WRONG_STATE' || reason.code === 'NOT_FOUND')
}

/** Whether a write was refused because the record, or a fact that the write names, has changed. */
export function isStale(reason: unknown): reason is ApiError {
  return reason instanceof ApiError && reason.code === 'STALE'
}
