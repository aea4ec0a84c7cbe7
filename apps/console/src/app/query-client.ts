import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'
import { ApiError } from '../lib/api/api-error.ts'
import { hasFailed } from '../lib/api/failed-reads.ts'

const readRetries = 2

/** A cache in which a response that was requested before an invalidation never counts as fresh. */
class ConsoleQueryClient extends QueryClient {
  /**
   * Also invalidates the response of each read that goes on: a prefetch, or the first read of a list that is shown.
   * The library would mark it as fresh when it arrives.
   */
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const { promise, queryKey } of this.getQueryCache().findAll(filters)) {
      promise?.then(
        // After several invalidations, one read is enough.
        () => super.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false }),
        // It failed, or was cancelled below for a new one.
        () => undefined,
      )
    }
    return super.invalidateQueries(filters, options)
  }
}

/** The query cache. A reopened list shows its cached rows and refetches them in the background. */
export const queryClient: QueryClient = new ConsoleQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      // What failed without a connection. Other screens follow the live changes, which hold rows in their place.
      refetchOnReconnect: hasFailed,
      retry: (failures, error) => failures < readRetries && isTemporary(error),
      retryDelay: (failures) => 500 * 2 ** failures,
      // Ignore what the browser reports about the network. Otherwise calls are queued: a list shows its skeleton
      // forever, and a refund confirmed offline is sent later on its own.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Returns whether a proxy or the server is temporarily unavailable. Retrying a read is safe. */
function isTemporary(error: Error): boolean {
  return error instanceof ApiError && (error.status === 502 || error.status === 503)
}
