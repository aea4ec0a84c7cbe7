import type { DataOf, EndpointDeclaration } from '@greenroom/contract/endpoint'
import { useState } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'

/**
 * Remembers the record of a dialog, so that the dialog can fade out after the address has closed it.
 * @param current what the address opens; undefined while nothing is open
 * @returns the last opened value
 */
export function useLastOpened<T>(current: T | undefined): { last: T | undefined } {
  const [kept, setKept] = useState({ last: current })
  if (current !== undefined && current !== kept.last) setKept({ last: current })
  return kept
}

/**
 * Returns the record whose dialog the address opens: from the list, or loaded on its own if the list doesn't have it.
 * @param id the record that the address names; undefined while none is open
 * @returns wanted, which is true once a dialog was opened: keep it mounted from then on
 */
export function useOpenedRecord<const D extends EndpointDeclaration, Row extends { _id: string } & DataOf<D>>(
  endpoint: D,
  id: string | undefined,
  list: { rows: readonly Row[] | undefined; isPending: boolean },
) {
  const listed = list.rows?.find((row) => row._id === id)
  const read = useRead(endpoint, { params: { id: id ?? '' } } as never, {
    enabled: id !== undefined && listed === undefined && !list.isPending,
    keepPrevious: false,
  })
  const current: DataOf<D> | undefined = id === undefined ? undefined : (listed ?? read.data)
  const { last } = useLastOpened(current)
  const [wanted, setWanted] = useState(id !== undefined)
  if (id !== undefined && !wanted) setWanted(true)
  return {
    wanted,
    record: id === undefined ? last : current,
    /** Props of the record's dialog. */
    dialog: {
      opened: id !== undefined,
      failure: current === undefined ? read.error : null,
      onRetry: () => void read.refetch(),
    },
  }
}
