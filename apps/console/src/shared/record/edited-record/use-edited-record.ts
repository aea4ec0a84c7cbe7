import type { DataOf, EndpointDeclaration } from '@greenroom/contract/endpoint'
import { useLocation, useParams, useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { ApiError } from '../../../lib/api/api-error.ts'
import type { CallInput } from '../../../lib/api/client.ts'
import { useRead } from '../../../lib/api/hooks.ts'

/**
 * Returns the record that the address of an edit screen names, by :id in its path or by ?id=. A record that the list
 * passed in the navigation state is used at once; otherwise it is loaded (OQ-007).
 * @param endpoint the call for one record, with the parameter id
 * @param schema validates a record from the navigation state
 * @param key the member of the navigation state that may contain it
 * @returns id, and record, null until it is loaded
 * @throws ApiError with status 404 for an id that does not exist, which shows the error view
 */
export function useEditedRecord<const D extends EndpointDeclaration, T extends DataOf<D> & { _id: string }>(
  endpoint: D,
  schema: z.ZodMiniType<T>,
  key: string,
) {
  const { id: inPath } = useParams({ strict: false })
  const { id: inSearch } = useSearch({ strict: false })
  const id = inPath ?? inSearch ?? ''
  const handedOver = useLocation({
    select: (location) => (location.state as object as Record<string, unknown>)[key],
  })
  const input = { params: { id } } as unknown as CallInput<D>
  const stored = useRead(endpoint, input, { keepPrevious: false })
  const record = (stored.data as T | undefined) ?? headStart(schema, handedOver, id)
  // Keep an open form: its save reports that the record is gone.
  if (record === null && stored.error instanceof ApiError && stored.error.status === 404) throw stored.error
  return { id, record, error: stored.error, retry: () => void stored.refetch() }
}

/** Returns a record from the navigation state, if it is the one with the id. */
export function headStart<T extends { _id: string }>(
  schema: z.ZodMiniType<T>,
  state: unknown,
  id: string,
): T | null {
  const { data } = z.safeParse(schema, state)
  return data?._id === id ? data : null
}
