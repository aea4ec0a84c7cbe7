import type { Query } from '@tanstack/react-query'

/** Tells whether the last attempt to read something has failed. */
export function hasFailed({ state }: Pick<Query, 'state'>): boolean {
  return state.status === 'error'
}
