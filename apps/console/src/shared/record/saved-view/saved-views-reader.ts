import { listSavedViews } from '@greenroom/contract/desk/saved-view/saved-view.endpoints'
import { useEffect } from 'react'
import { useRead } from '../../../lib/api/hooks.ts'
import { storeViews } from '../../../lib/known-views.ts'
import { minuteMs } from '../../../lib/minute.ts'

/** How often views that others share are read, in milliseconds. */
const refetchMs = 5 * minuteMs

/** Reads the saved views for the sidebar and the top bar. It never ends the session of somebody who is typing. */
export function SavedViewsReader() {
  const { data } = useRead(listSavedViews, {}, { refetchMs, isBackground: true })
  useEffect(() => {
    if (data) storeViews(data.views)
  }, [data])
  return null
}
