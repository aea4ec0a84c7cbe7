import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../lib/api/api-error.ts'

const readRetries = 2

/**
 * The cache of everything that screens have loaded. A list that is opened again shows its cached rows and reads them again
 * in the background.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < readRetries && isTemporary(error),
      retryDelay: (failures) => 500 * 2 ** failures,
      // Calls run whatever the browser believes of the network. Otherwise they would wait in a queue: a list would show its
      // skeleton for ever, and a refund confirmed offline would be sent later by itself.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** A proxy or the server says that it cannot respond right now; reading again is safe. */
function isTemporary(error: Error): boolean {
  return error instanceof ApiError && (error.status === 502 || error.status === 503)
}
