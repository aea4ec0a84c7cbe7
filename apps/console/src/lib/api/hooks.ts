import type { DataOf, EndpointDeclaration } from '@greenroom/contract/endpoint'
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { type CallInput, callEndpoint } from './client.ts'

type ReadInput<D extends EndpointDeclaration> = Omit<
  CallInput<D>,
  'body' | 'files' | 'version' | 'idempotencyKey' | 'signal' | 'onProgress'
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
 * A write. After success the answers of the named endpoints are asked anew. A create carries an idempotency key; the
 * same content sent again after a lost answer carries the same key, so that it is made once.
 * @returns call, which gives the whole answer or throws ApiError, and whether it is under way
 */
export function useCall<const D extends EndpointDeclaration>(
  endpoint: D,
  { invalidates }: { invalidates: readonly EndpointDeclaration[] },
) {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: async (input: CallInput<D>) => {
      if (endpoint.status !== 201) return callEndpoint(endpoint, input)
      const content = contentOf(input)
      const key = unansweredKey(endpoint, content) ?? newKey()
      rememberUnanswered(endpoint, { content, key })
      try {
        const answer = await callEndpoint(endpoint, { ...input, idempotencyKey: key })
        forgetUnanswered(endpoint)
        return answer
      } catch (error) {
        // A refusal has made nothing; only an unknown outcome must be repeated under its key.
        if (error instanceof ApiError && error.isRefusal) forgetUnanswered(endpoint)
        throw error
      }
    },
    onSuccess: async () => {
      await Promise.all(invalidates.map((one) => client.invalidateQueries({ queryKey: queryKey(one) })))
    },
  })
  return { call: mutation.mutateAsync, isPending: mutation.isPending }
}

function contentOf(input: {
  params?: unknown
  body?: unknown
  files?: Partial<Record<string, File[]>>
}): string {
  const files = Object.entries(input.files ?? {}).map(([name, list]) => [
    name,
    (list ?? []).map((file) => [file.name, file.size, file.lastModified]),
  ])
  return JSON.stringify([input.params, input.body, files])
}

// Kept in the tab's storage and not in the screen, because after an unknown outcome the screen may be left, its entries
// restored later and sent again.
const unansweredName = (endpoint: EndpointDeclaration) => `unanswered:${endpoint.name}`

function unansweredKey(endpoint: EndpointDeclaration, content: string): string | null {
  const stored = sessionStorage.getItem(unansweredName(endpoint))
  if (stored === null) return null
  const unanswered = JSON.parse(stored) as { content: string; key: string }
  return unanswered.content === content ? unanswered.key : null
}

function rememberUnanswered(
  endpoint: EndpointDeclaration,
  unanswered: { content: string; key: string },
): void {
  sessionStorage.setItem(unansweredName(endpoint), JSON.stringify(unanswered))
}

function forgetUnanswered(endpoint: EndpointDeclaration): void {
  sessionStorage.removeItem(unansweredName(endpoint))
}

/** Not crypto.randomUUID: it is missing on plain http, where a console inside a network may be served. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
