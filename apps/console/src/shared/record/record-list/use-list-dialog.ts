import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ListPanel } from './record-list.tsx'
import { showRecord } from './shown-record.ts'
import { dialogStep, useCloseDialog } from './use-close-dialog.ts'
import { useLastOpened } from './use-opened-record.ts'

/** Search parameters of a list whose dialog creates and edits its records. */
interface ListSearch<Tab extends string> {
  tab?: Tab | undefined
  q?: string | undefined
  /** A filter that only a number of the overview sets; the list reads it itself. */
  ends?: 'week' | undefined
  /** The id of the record in the dialog. */
  edit?: string | undefined
  create?: '1' | undefined
}

interface ListMessages {
  search: string
  searchPlaceholder: string
  noMatch: (text: string) => string
  clearSearch: string
}

/** The id of a record that is being created. */
const newRecord = ''

/**
 * A list with tabs, a search and a dialog that creates and edits its records, all kept in the address.
 * @param firstTab the tab of an address that names none
 */
export function useListDialog<Tab extends string>(firstTab: Tab, panel: ListPanel, messages: ListMessages) {
  const search = useSearch({ strict: false })
  const { tab = firstTab, q = '', edit, create } = search as ListSearch<Tab>
  const navigate = useNavigate()
  const inTab = (next: Tab) => ({ tab: next === firstTab ? undefined : next })
  // Starts from the address, which can be newer than what is rendered.
  const go = (
    change: (before: ListSearch<Tab>) => ListSearch<Tab>,
    options: { replace?: boolean; state?: typeof dialogStep } = {},
  ) => void navigate({ to: '.', search: change as never, resetScroll: false, ...options })
  // What a dialog and its closing leave as they are.
  const kept = ({ tab, q, ends }: ListSearch<Tab>) => ({ tab, q, ends })
  const open = (dialog: ListSearch<Tab>) =>
    go((before) => ({ ...kept(before), ...dialog }), { state: dialogStep })
  const close = useCloseDialog(() => go(kept, { replace: true }))

  const opened = edit ?? (create && newRecord)
  const { last } = useLastOpened(opened)
  return {
    tab,
    q,
    showTab: (next: Tab) => go((before) => ({ q: before.q, ...inTab(next) })),
    /** Props of the search field. */
    search: {
      label: messages.search,
      placeholder: messages.searchPlaceholder,
      debounceMs: 500,
      value: q,
      // The search may settle after a dialog was opened. The dialog stays, and closing it shows this search.
      onChange: (text: string) => go((before) => ({ ...before, q: text || undefined }), { replace: true }),
    },
    /** The search as the list's filter; undefined without one. */
    filter:
      q === ''
        ? undefined
        : {
            help: messages.noMatch(q),
            clear: messages.clearSearch,
            onClear: () => go((before) => ({ ...kept(before), q: undefined }), { replace: true }),
          },
    openNew: () => open({ create: '1' }),
    openEdit: (id: string) => open({ edit: id }),
    /** The dialog, until it has faded out. */
    dialog:
      last === undefined
        ? undefined
        : {
            key: last,
            /** @param rows the list, which may contain the record */
            props: <Row extends { _id: string }>(rows: readonly Row[] | undefined) => ({
              opened: opened !== undefined,
              /** null for a new record. */
              id: last === newRecord ? null : last,
              listed: rows?.find(({ _id }) => _id === last),
              onClose: close,
            }),
          },
    /**
     * Call after a save. It shows a new record in its tab; an edit keeps the tab, even if the record has left it.
     * @param id brings the record's card into view
     */
    afterSave: (home: Tab, id?: string) => {
      const isNew = edit === undefined
      if (id !== undefined) showRecord(id)
      if (isNew && (home !== tab || q !== '')) go(() => inTab(home), { replace: true })
      else close()
      if (isNew || home !== tab) panel.focus()
    },
    /** Call after the record in the dialog was deleted. */
    afterRemove: () => {
      close()
      panel.focus()
    },
  }
}
