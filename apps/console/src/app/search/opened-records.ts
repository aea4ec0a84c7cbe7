import { useEffect } from 'react'
import { onRecordName, shownRecordName } from '../../lib/record-name.ts'
import { recordPaths, storeRecent } from './recent.ts'

/** Keeps the records that are opened, from wherever, for the search's list of recent ones (OQ-461). */
export function useOpenedRecords(): void {
  useEffect(() => {
    const store = () => {
      const title = shownRecordName()
      const { pathname } = window.location
      const begin = Object.keys(recordPaths).find((one) => pathname.startsWith(one))
      const kind = begin && recordPaths[begin]
      if (!title || !kind) return
      const _id = decodeURIComponent(pathname.slice(begin.length))
      // Only own posts have a screen of their own.
      storeRecent({ kind, _id, title: title.slice(0, 100), status: kind === 'post' ? 'own' : null })
    }
    store()
    return onRecordName(store)
  }, [])
}
