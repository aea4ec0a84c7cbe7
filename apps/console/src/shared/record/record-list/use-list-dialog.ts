import { useSearch } from '@tanstack/react-router'
import type { ListPanel } from './record-list.tsx'
import { showRecord } from './shown-record.ts'
import { useDialogSearch, useListSearch } from './use-list-search.ts'
import { useLastOpened } from './use-opened-record.ts'

/** Search parameters of a list whose dialog creates and edits its records. */
interface ListSearch<Tab extends string> {
  tab?: Tab | undefined
  q?: string | undefined
  /** A filter by the end of a record, which not every tab has; the list reads it itself. */
  ends?: string | undefined
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

const noDialog = { edit: undefined, create: undefined }

/** The id of a record that is being created. */
const newRecord = ''

/**
 * A list with tabs, a search and a dialog that creates and edits its records, all kept in the address.
 * @param firstTab the tab of an address that names none
 */
export function useListDialog<Tab extends string>(firstTab: Tab, panel: ListPanel, messages: ListMessages) {
  const search = useSearch({ strict: false })
  const { tab = firstTab, q = '', edit, create } = search as ListSearch<Tab>
  const { go } = useListSearch<ListSearch<Tab>>({ tab: firstTab })
  const { open, close } = useDialogSearch<ListSearch<Tab>>(noDialog)

  const opened = edit ?? (create && newRecord)
  const { last } = useLastOpened(opened)
  return {
    tab,
    q,
    showTab: (next: Tab) => go({ tab: next, ends: undefined }),
    /** Props of the search field. */
    search: {
      label: messages.search,
      placeholder: messages.searchPlaceholder,
      debounceMs: 500,
      value: q,
      // The search may settle after a dialog was opened. The dialog stays, and closing it shows this search.
      onChange: (text: string) => go({ q: text }, { replace: true }),
    },
    /** The search as the list's filter; undefined without one. */
    filter:
      q === ''
        ? undefined
        : {
            help: messages.noMatch(q),
            clear: messages.clearSearch,
            onClear: () => go({ q: undefined }, { replace: true }),
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
      if (isNew && (home !== tab || q !== ''))
        go({ ...noDialog, tab: home, q: undefined, ends: undefined }, { replace: true })
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
