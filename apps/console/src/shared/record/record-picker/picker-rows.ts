import { useDebouncedValue } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { isFound } from '../../../lib/searched-text.ts'

/** State of a picker. The component that reads its rows holds it. */
export interface PickerSearch {
  /** The text being typed; null while the field shows the chosen record. */
  entered: string | null
  setEntered: (text: string | null) => void
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  /** The typed text, trimmed. */
  typed: string
  /** The text to search for, updated when typing pauses. */
  text: string
}

export function usePickerSearch(debounceMs = 300): PickerSearch {
  const [entered, setEntered] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const typed = (entered ?? '').trim()
  const [text] = useDebouncedValue(typed, debounceMs)
  return { entered, setEntered, isOpen, setOpen, typed, text }
}

/** Rows that a picker offers for the typed text. */
export interface PickerRows<Row> {
  /** Undefined until the rows of this text are loaded. */
  rows: readonly Row[] | undefined
  error: Error | null
  retry: () => void
  /** Says that there may be more rows than these. */
  note?: string | undefined
}

/** Max rows that a picker requests, unless the specification has another number. */
export const mostRows = 20

/**
 * Returns the rows of a server search; none while the typed text differs from the searched one.
 * @param most the limit of the search
 */
export function searchedRows<Row>(
  read: Pick<UseQueryResult<Row[]>, 'data' | 'error' | 'isPlaceholderData' | 'refetch'>,
  { typed, text }: PickerSearch,
  most = mostRows,
): PickerRows<Row> {
  const isSettled = typed === text && !read.isPlaceholderData
  const rows = isSettled && !read.error ? read.data : undefined
  return {
    rows,
    error: isSettled ? read.error : null,
    retry: () => void read.refetch(),
    note: rows && rows.length >= most ? moreNote(most) : undefined,
  }
}

/** Filters the rows of a fully loaded list by the typed text. */
export function filteredRows<Row>(
  read: Pick<UseQueryResult<Row[]>, 'data' | 'error' | 'refetch'>,
  { typed }: PickerSearch,
  nameOf: (row: Row) => string,
): PickerRows<Row> {
  return {
    rows: read.data?.filter((row) => isFound(nameOf(row), typed)),
    error: read.data ? null : read.error,
    retry: () => void read.refetch(),
  }
}

export function moreNote(most: number): string {
  return `Showing the first ${most}. Type to narrow.`
}
