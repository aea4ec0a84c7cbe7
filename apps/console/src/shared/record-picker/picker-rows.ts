import { useDebouncedValue } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/** The state of a picker, kept by the component that reads its rows. */
export interface PickerSearch {
  /** The text being typed; null while the field shows the chosen record. */
  entered: string | null
  setEntered: (text: string | null) => void
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  /** What is typed, trimmed. */
  typed: string
  /** The same once typing has rested: what to search for. */
  text: string
}

export function usePickerSearch(debounceMs = 300): PickerSearch {
  const [entered, setEntered] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const typed = (entered ?? '').trim()
  const [text] = useDebouncedValue(typed, debounceMs)
  return { entered, setEntered, isOpen, setOpen, typed, text }
}

/** What a picker offers for the text that is typed. */
export interface PickerRows<Row> {
  /** Undefined until the rows for this text are there. */
  rows: readonly Row[] | undefined
  error: Error | null
  retry: () => void
  /** Says that there may be more rows than these. */
  note?: string | undefined
}

/** The most rows that a picker asks the server for, where the specification names no other number. */
export const mostRows = 20

/**
 * Rows of a search on the server; none while another text is typed than was searched for.
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

/** Rows of a list that is loaded whole, filtered by what is typed. */
export function filteredRows<Row>(
  read: Pick<UseQueryResult<Row[]>, 'data' | 'error' | 'refetch'>,
  { typed }: PickerSearch,
  nameOf: (row: Row) => string,
): PickerRows<Row> {
  return {
    rows: read.data?.filter((row) => isMatch(nameOf(row), typed)),
    error: read.data ? null : read.error,
    retry: () => void read.refetch(),
  }
}

export function isMatch(name: string, typed: string): boolean {
  return name.toLowerCase().includes(typed.toLowerCase())
}

export function moreNote(most: number): string {
  return `Showing the first ${most}. Type to narrow.`
}
