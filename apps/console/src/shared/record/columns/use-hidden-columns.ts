import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { openedView } from '../../../lib/known-views.ts'
import { readAccount } from '../../../lib/session.ts'
import { useListSearch } from '../record-list/use-list-search.ts'
import { type ColumnTable, hiddenColumns, hiddenParameter, storageKeyOf } from './hidden-columns.ts'

/**
 * The columns that a table hides (OQ-495). The address has them, so that a view keeps them. The browser remembers what a
 * person chose outside a view, for the next time.
 * @param choosable the columns that can be hidden, in the order of the table
 */
export function useHiddenColumns(table: ColumnTable, choosable: readonly string[]) {
  const { hide } = useSearch({ strict: false }) as { hide?: string | undefined }
  const { go } = useListSearch<{ hide?: string | undefined }>()
  const [account] = useState(() => readAccount()?.email ?? '')
  const key = storageKeyOf(table, account)
  const hidden = hiddenColumns(hide, localStorage.getItem(key), choosable)
  return {
    hidden,
    /** Shows or hides a column. */
    toggle: (column: string) => {
      const next = choosable.filter((one) => hidden.includes(one) !== (one === column))
      if (openedView() === null) {
        if (next.length === 0) localStorage.removeItem(key)
        else localStorage.setItem(key, next.join(','))
      }
      go({ hide: hiddenParameter(next, localStorage.getItem(key)) }, { replace: true })
    },
  }
}
