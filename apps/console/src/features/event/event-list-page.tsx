import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EventList } from './event-list.tsx'

const eventsRoute = getRouteApi('/signed-in/events')
const webinarRoute = getRouteApi('/signed-in/webinar')

/** The list of offline events (SHELL-20). */
export function EventsPage(): ReactNode {
  const { tab = 'active', open } = eventsRoute.useSearch()
  const navigate = eventsRoute.useNavigate()
  return (
    <EventList
      kind="OFFLINE"
      tab={tab}
      open={open}
      // Offline events have no draft tab (OQ-056).
      go={(search, options) =>
        void navigate({ search: { ...search, tab: search.tab === 'past' ? 'past' : 'active' }, ...options })
      }
    />
  )
}

/** The list of webinars (SHELL-22). */
export function WebinarPage(): ReactNode {
  const { tab = 'active', open } = webinarRoute.useSearch()
  const navigate = webinarRoute.useNavigate()
  return (
    <EventList
      kind="ONLINE"
      tab={tab}
      open={open}
      go={(search, options) => void navigate({ search, ...options })}
    />
  )
}
