import { mostCounted } from '@greenroom/contract/list'
import { getWaiting, type Waiting } from '@greenroom/contract/waiting/waiting.endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../lib/api/current-session.ts'
import { queryKey, useRead } from '../lib/api/hooks.ts'
import { onWrite } from '../lib/api/writes.ts'
import { minuteMs } from '../lib/minute.ts'
import { paths } from '../lib/paths.ts'

/** How many records wait on a screen, by its path. Screens without are absent. */
export type WaitingCounts = ReadonlyMap<string, number>

export function waitingByPath(waiting: Waiting | undefined): WaitingCounts {
  if (!waiting) return new Map()
  const { masterclass, webinar, event } = waiting.drafts_beginning
  return new Map(
    (
      [
        [paths.masterclassList, masterclass],
        [paths.webinarList, webinar],
        [paths.eventList, event],
        [paths.userModeration, waiting.reported_users],
        [paths.postModeration, waiting.reported_posts],
        [paths.commentModeration, waiting.reported_comments],
        [paths.advisoryLeads, waiting.leads_without_advisor],
      ] as const
    ).filter(([, count]) => count > 0),
  )
}

/** Returns a count as text; the server stops counting at `mostCounted` (OQ-195). */
export function countText(count: number): string {
  return count < mostCounted ? String(count) : `${mostCounted - 1}+`
}

/**
 * Returns what waits, for the sidebar (OQ-196): read each minute while the tab is visible, and after every write. It
 * comes after the session, so that a screen's own rows load first.
 */
export function useWaitingCounts(): WaitingCounts {
  const client = useQueryClient()
  const isSignedIn = useSession() !== undefined
  const { data } = useRead(getWaiting, {}, { enabled: isSignedIn, refetchMs: minuteMs })
  useEffect(() => onWrite(() => void client.invalidateQueries({ queryKey: queryKey(getWaiting) })), [client])
  return waitingByPath(data)
}
