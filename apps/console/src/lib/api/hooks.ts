import type { DataOf, EndpointDeclaration } from '@greenroom/contract/endpoint'
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ApiError } from './api-error.ts'
import { recordOf, withRecord } from './cached-record.ts'
import { type CallInput, callEndpoint } from './client.ts'

export type ReadInput<D extends EndpointDeclaration> = Omit<
  CallInput<D>,
  'body' | 'files' | 'version' | 'signal' | 'onProgress'
>

/** Query key of an endpoint's responses. Its name comes first, so that all of them can be invalidated. */
export function queryKey<D extends EndpointDeclaration>(endpoint: D, input?: ReadInput<D>): unknown[] {
  return input ? [endpoint.name, input.params ?? null, input.query ?? null] : [endpoint.name]
}

/**
 * Reads an endpoint's data and caches it. While another page or filter loads, the previous rows stay.
 * @param options.enabled false while the input is incomplete
 * @param options.keepPrevious false where the previous data belongs to another record
 * @param options.isBackground true where nobody asked for the data: a failure never ends the session
 */
export function useRead<const D extends EndpointDeclaration>(
  endpoint: D,
  input: ReadInput<D>,
  options: {
    enabled?: boolean
    keepPrevious?: boolean
    refetchMs?: number
    isBackground?: boolean
    initialData?: DataOf<D> | undefined
  } = {},
) {
  return useQuery<DataOf<D>>({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => readData(endpoint, input, signal, options.isBackground),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious === false ? {} : { placeholderData: keepPreviousData as never }),
    ...(options.refetchMs ? { refetchInterval: options.refetchMs } : {}),
    ...(options.initialData === undefined ? {} : { initialData: options.initialData as never }),
  })
}

/** Prefetches what a later useRead will request, unless it is cached. That useRead reports a failure. */
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

/** Reads an endpoint's data, without the cache. */
export async function readData<D extends EndpointDeclaration>(
  endpoint: D,
  input: ReadInput<D>,
  signal: AbortSignal,
  isBackground = false,
): Promise<DataOf<D>> {
  const response = await callEndpoint(endpoint, { ...input, signal, isBackground } as unknown as CallInput<D>)
  return (response as { data: DataOf<D> }).data
}

/**
 * A write. Its response resolves the call at once: a returned record replaces its copies in the cache, and the named
 * endpoints are read again in the background.
 * @param options.refreshesOnConflict also reads them again when the record has changed or is gone
 * @returns call, which resolves to the whole response or throws ApiError, and whether it is running
 */
export function useCall<const D extends EndpointDeclaration>(
  endpoint: D,
  {
    invalidates,
    refreshesOnConflict = false,
  }: { invalidates: readonly EndpointDeclaration[]; refreshesOnConflict?: boolean },
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
    onError: (reason) => {
      if (!refreshesOnConflict || !isConflict(reason)) return
      const reads = Promise.all(
        invalidates.map((one) => client.invalidateQueries({ queryKey: queryKey(one) })),
      )
      // A question shows the refusal with the current facts, which the next press confirms.
      return reason.code === 'STALE' ? reads : undefined
    },
  })
  const { mutateAsync } = mutation
  // Set within the event that calls. The mutation's own state is rendered a task later, and a click in between would
  // start a second call.
  const [running, setRunning] = useState(0)
  const call = useCallback(
    async (input: CallInput<D>) => {
      setRunning((count) => count + 1)
      try {
        return await mutateAsync(input)
      } finally {
        setRunning((count) => count - 1)
      }
    },
    [mutateAsync],
  )
  return { call, isPending: running > 0 }
}

function isConflict(reason: unknown): reason is ApiError {
  return reason instanceof ApiError && (reason.status === 409 || reason.code === 'NOT_FOUND')
}
