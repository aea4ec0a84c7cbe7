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
    const reads = this.getQueryCache()
      .findAll(filters)
      .map((query) => [query, query.promise] as const)
    const done = super.invalidateQueries(filters, options)
    for (const [query, promise] of reads) {
      if (query.promise !== promise) continue
      // After several invalidations, one read is enough.
      const again = () =>
        super.invalidateQueries({ queryKey: query.queryKey, exact: true }, { cancelRefetch: false })
      promise?.then(again, () => undefined)
    }
    return done
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
