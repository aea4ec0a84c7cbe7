import { useState } from 'react'

/**
 * The record whose dialog the address opens. After the dialog is closed its record is still given, so that it can fade
 * out with what it showed.
 * @param id the record that the address names; undefined while none is open
 * @param listed the record, where the list on the screen has it
 * @param read a call for it, made only where the list does not have it
 * @returns wanted, which says that a dialog was opened once and is to be mounted from then on
 */
export function useOpenedRecord<T>(
  id: string | undefined,
  listed: T | undefined,
  read: { data: T | undefined; error: Error | null; refetch: () => Promise<unknown> },
) {
  const current = id === undefined ? undefined : (listed ?? read.data)
  const [wanted, setWanted] = useState(false)
  const [last, setLast] = useState(current)
  if (id !== undefined && !wanted) setWanted(true)
  if (current !== undefined && current !== last) setLast(current)
  return {
    wanted,
    record: id === undefined ? last : current,
    failure: current === undefined ? read.error : null,
    retry: () => void read.refetch(),
  }
}
