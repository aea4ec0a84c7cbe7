import type { DataOf, EndpointDeclaration } from '@greenroom/contract/endpoint'
import type { QueryClient } from '@tanstack/react-query'
import { queryKey, type ReadInput, readData } from './hooks.ts'

/**
 * Returns what a later useRead will show: from the cache while that is fresh, otherwise from the server.
 * @throws ApiError
 */
export function readNow<const D extends EndpointDeclaration>(
  client: QueryClient,
  endpoint: D,
  input: ReadInput<D>,
): Promise<DataOf<D>> {
  return client.fetchQuery({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => readData(endpoint, input, signal),
  })
}
