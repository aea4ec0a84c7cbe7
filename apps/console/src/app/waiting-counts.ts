import { getWaiting, type Waiting } from '@greenroom/contract/desk/waiting/waiting.endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryKey, useRead } from '../lib/api/hooks.ts'
import { onWrite } from '../lib/api/writes.ts'
import { minuteMs } from '../lib/minute.ts'
import { paths } from '../lib/paths.ts'
import { useQuiet } from '../lib/use-quiet.ts'

/** How many records wait on a screen, by its path. Screens without are absent. */
export type WaitingCounts = ReadonlyMap<string, number>

export function waitingByPath(waiting: Waiting | undefined): WaitingCounts {
  if (!waiting) return new Map()
  const { drafts_beginning: drafts } = waiting
  return new Map(
    (
      [
        [paths.masterclassList, drafts?.masterclass],
        [paths.webinarList, drafts?.webinar],
        [paths.eventList, drafts?.event],
        [paths.userModeration, waiting.reported_users],
        [paths.postModeration, waiting.reported_posts],
        [paths.commentModeration, waiting.reported_comments],
        [paths.advisoryLeads, waiting.leads_without_advisor],
        [paths.differences, waiting.open_differences],
        [paths.disputes, waiting.open_disputes],
        [paths.refundRequests, waiting.refund_requests],
        [paths.documents, waiting.documents_without_state],
        [paths.webhooks, waiting.failed_webhooks],
      ] as const
    ).flatMap(([path, count]) => (count ? [[path, count] as const] : [])),
  )
}

/**
 * Returns what waits, for the sidebar (OQ-196): read each minute while the tab is visible, and after every write. It is
 * first read when nothing else has been loading for a moment, so that it delays no screen. It never ends the session of
 * somebody who is typing.
 */
export function useWaitingCounts(): WaitingCounts {
  const client = useQueryClient()
  const isDue = useQuiet()
  const { data } = useRead(getWaiting, {}, { enabled: isDue, refetchMs: minuteMs, isBackground: true })
  useEffect(() => onWrite(() => void client.invalidateQueries({ queryKey: queryKey(getWaiting) })), [client])
  return waitingByPath(data)
}
