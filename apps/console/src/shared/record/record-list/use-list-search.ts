import { type NavigateOptions, useNavigate } from '@tanstack/react-router'
import type { PageSearch } from './page-range.ts'
import { dialogStep, useCloseDialog } from './use-close-dialog.ts'

/** Whether the change replaces the entry of the history, and what that entry notes. */
type ListStep = Pick<NavigateOptions, 'replace' | 'state'>

/** Empty and default values remove their parameter. */
type Changes<Search> = { [name in keyof Search]?: Search[name] | null }

/**
 * Changes the search parameters of the list at the current address, which stays where it is scrolled to. Changes start
 * from the address, which can be newer than what is rendered.
 * @param defaults values that an address without the parameter has
 */
export function useListSearch<Search extends object>(defaults: Partial<Search> = {}) {
  const navigate = useNavigate()
  const go = (changes: Changes<Search & PageSearch>, step?: ListStep) => {
    const stated = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [
        name,
        value === '' || value === defaults[name as keyof Search] ? undefined : (value ?? undefined),
      ]),
    )
    const search = (before: object) => ({ ...before, ...stated })
    void navigate({ to: '.', search: search as never, resetScroll: false, ...step })
  }
  return {
    /** Leaves the other parameters, and the page. */
    go,
    /** Leaves the other parameters, and shows the first page. */
    filterBy: (changes: Changes<Search>, step?: ListStep) => go({ page: undefined, ...changes }, step),
  }
}

/**
 * Opens and closes the dialogs that search parameters open over the list.
 * @param closed the parameters of all dialogs, each undefined
 */
export function useDialogSearch<Search extends object>(closed: Search) {
  const { go } = useListSearch<Search>()
  return {
    open: (opened: Search) => go({ ...closed, ...opened }, { state: dialogStep }),
    close: useCloseDialog(() => go(closed, { replace: true })),
  }
}
