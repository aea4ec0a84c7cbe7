import { getRouteApi } from '@tanstack/react-router'
import { EventList } from './event-list.tsx'

const route = getRouteApi('/signed-in/events')

/** The offline events (SHELL-20). */
export function EventsPage() {
  const { tab = 'active', open } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <EventList
      kind="OFFLINE"
      tab={tab}
      // Offline events have no draft tab (OQ-056).
      onTab={(chosen) => void navigate({ search: { tab: chosen === 'past' ? 'past' : 'active' } })}
      open={open}
      // A dialog is a step that the browser's Back undoes; closing it leaves no second step behind.
      onOpen={(id) => void navigate({ search: { tab, open: id }, resetScroll: false })}
      onClose={() => void navigate({ search: { tab }, replace: true, resetScroll: false })}
    />
  )
}
