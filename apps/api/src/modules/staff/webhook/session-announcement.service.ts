import type { ProductEventName, SessionKind } from '@greenroom/contract/staff/webhook/webhook.schema'
import type { Call } from '../../../platform/call.ts'
import { announce } from '../../../platform/webhooks/announce.ts'

/** A masterclass, webinar or event before or after a change. */
export interface AnnouncedSession {
  _id: string
  title: string
  start_time: string
  end_time: string
  version: number
  /** Whether members see it. */
  isVisible: boolean
}

/** Returns what a change of a session means to members; undefined if they see nothing of it. */
export function sessionEvent(
  wasVisible: boolean,
  isVisible: boolean,
): Extract<ProductEventName, `session.${string}`> | undefined {
  if (isVisible) return wasVisible ? 'session.changed' : 'session.published'
  return wasVisible ? 'session.hidden' : undefined
}

/**
 * Announces a change of a session that members see, or saw before it. Call it only if something has changed.
 * @param before null for a new one
 */
export async function announceSession(
  call: Call,
  kind: SessionKind,
  before: AnnouncedSession | null,
  after: AnnouncedSession,
): Promise<void> {
  const event = sessionEvent(before?.isVisible ?? false, after.isVisible)
  if (event === undefined) return
  await announce(call, {
    event,
    record: { type: kind === 'masterclass' ? 'masterclass' : 'event', id: after._id },
    data: {
      kind,
      session_id: after._id,
      title: after.title,
      start_time: after.start_time,
      end_time: after.end_time,
      version: after.version,
    },
  })
}
