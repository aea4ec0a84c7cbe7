import type { DataOf, EndpointDeclaration } from '@greenroom/contract/endpoint'
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { recordOf, withRecord } from './cached-record.ts'
import { type CallInput, callEndpoint } from './client.ts'

type ReadInput<D extends EndpointDeclaration> = Omit<
  CallInput<D>,
  'body' | 'files' | 'version' | 'signal' | 'onProgress'
>

/** The key under which an endpoint's answers are kept: its name first, so that all of them can be asked anew. */
export function queryKey<D extends EndpointDeclaration>(endpoint: D, input?: ReadInput<D>): unknown[] {
  return input ? [endpoint.name, input.params ?? null, input.query ?? null] : [endpoint.name]
}

/**
 * Reads an endpoint's data and keeps it. While another page or filter loads, the rows before it stay.
 * @param options.enabled false while the call makes no sense yet
 * @param options.keepPrevious false where what was loaded before belongs to another thing
 */
export function useRead<const D extends EndpointDeclaration>(
  endpoint: D,
  input: ReadInput<D>,
  options: {
    enabled?: boolean
    keepPrevious?: boolean
    refetchMs?: number
    initialData?: DataOf<D> | undefined
  } = {},
) {
  return useQuery<DataOf<D>>({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => readData(endpoint, input, signal),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious === false ? {} : { placeholderData: keepPreviousData as never }),
    ...(options.refetchMs ? { refetchInterval: options.refetchMs } : {}),
    ...(options.initialData === undefined ? {} : { initialData: options.initialData as never }),
  })
}

/** Fetches what a coming useRead will ask for, unless it is there already; a failure is left to that one. */
export async function readAhead<const D extends EndpointDeclaration>(
  client: QueryClient,
  endpoint: D,
  input: ReadInput<D>,
): Promise<void> {
  await client.prefetchQuery({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => readData(endpoint, input, signal),
  })
}

async function readData<D extends EndpointDeclaration>(
  endpoint: D,
  input: ReadInput<D>,
  signal: AbortSignal,
): Promise<DataOf<D>> {
  const answer = await callEndpoint(endpoint, { ...input, signal } as unknown as CallInput<D>)
  return (answer as { data: DataOf<D> }).data
}

/**
 * A write. Its response resolves the call at once: a returned record replaces its copies in the cache, and the named
 * endpoints are read again in the background.
 * @returns call, which resolves to the whole response or throws ApiError, and whether it is running
 */
export function useCall<const D extends EndpointDeclaration>(
  endpoint: D,
  { invalidates }: { invalidates: readonly EndpointDeclaration[] },
) {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: (input: CallInput<D>) => callEndpoint(endpoint, input),
    onSuccess: (response) => {
      for (const one of invalidates) {
        const filter = { queryKey: queryKey(one) }
        client.setQueriesData(filter, (cached: unknown) => withRecord(cached, recordOf(response)))
        void client.invalidateQueries(filter)
      }
    },
  })
  return { call: mutation.mutateAsync, isPending: mutation.isPending }
}
