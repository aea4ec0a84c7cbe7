import { useState } from 'react'

/** Records that are selected in a list, of those that it shows. */
export interface Selection {
  /** Whether a record is selected. */
  has: (id: string) => boolean
  toggle: (id: string) => void
  /** Ids, in the order of the list. */
  selected: readonly string[]
  /** Number of records that can be selected. */
  count: number
  /** Selects all that the list shows, or none if all are selected already. */
  toggleAll: () => void
  clear: () => void
}

/**
 * Keeps which records of a list are selected. A record that leaves the list is not selected while it is away.
 * @param shown ids of the records that can be selected, in the order of the list
 * @param most as many as one call takes: "Select all" selects no more
 */
export function useSelection(shown: readonly string[], most = Number.POSITIVE_INFINITY): Selection {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const selected = shown.filter((id) => picked.has(id))
  const selectable = shown.slice(0, most)
  return {
    has: (id) => picked.has(id),
    toggle: (id) =>
      setPicked((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    selected,
    count: selectable.length,
    toggleAll: () => setPicked(selected.length >= selectable.length ? new Set() : new Set(selectable)),
    clear: () => setPicked(new Set()),
  }
}
