import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import type { PageSearch } from './page-range.ts'

/** Whether the change replaces the entry of the history, and what that entry notes. */
type ListStep = Pick<NavigateOptions, 'replace' | 'state'>

/**
 * Changes the search parameters of the list at the current address, which stays where it is scrolled to. Changes start
 * from the address, which can be newer than what is rendered.
 */
export function useListSearch<Search extends object>() {
  const navigate = useNavigate()
  const change = (next: (before: Search & PageSearch) => object, step: ListStep = {}) =>
    void navigate({ to: '.', search: next as never, resetScroll: false, ...step })
  return {
    /** Leaves the other parameters, and the page. */
    go: (changes: Search, step?: ListStep) => change((before) => ({ ...before, ...changes }), step),
    /** Leaves the other parameters, and shows the first page. */
    filterBy: (changes: Search, step?: ListStep) =>
      change((before) => ({ ...before, page: undefined, ...changes }), step),
  }
}
