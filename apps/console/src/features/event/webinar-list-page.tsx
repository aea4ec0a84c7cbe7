import { getRouteApi } from '@tanstack/react-router'
import { EventList } from './event-list.tsx'

const route = getRouteApi('/signed-in/webinar')

/** The webinars (SHELL-22). */
export function WebinarPage() {
  const { tab = 'active', open } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <EventList
      kind="ONLINE"
      tab={tab}
      onTab={(chosen) => void navigate({ search: { tab: chosen } })}
      open={open}
      // A dialog is a step that the browser's Back undoes; closing it leaves no second step behind.
      onOpen={(id) => void navigate({ search: { tab, open: id }, resetScroll: false })}
      onClose={() => void navigate({ search: { tab }, replace: true, resetScroll: false })}
    />
  )
}
