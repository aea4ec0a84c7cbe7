import type { Query, QueryClient } from '@tanstack/react-query'

/** Tells whether the last attempt to read something has failed. */
export function hasFailed({ state }: Pick<Query, 'state'>): boolean {
  return state.status === 'error'
}

/** Reads again what a screen shows as failed: the server can be reached again. */
export function readFailedAgain(client: QueryClient): void {
  void client.refetchQueries({ type: 'active', predicate: hasFailed })
}
