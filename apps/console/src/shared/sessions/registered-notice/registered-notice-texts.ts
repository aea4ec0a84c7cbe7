import {
  type KnownSession,
  noticedChanges,
} from '@greenroom/contract/sessions/registration/noticed-changes.rules'
import { formatTime } from '../../../lib/dates.ts'
import { registeredPeople } from './registered-people.ts'

interface Edit {
  before: KnownSession
  after: KnownSession
  /** How many people hold a seat. */
  registrations: number
  /** Whether changes are announced to other systems. */
  webhooks: boolean
  /** Whether it has a meeting at the provider. */
  isPublished: boolean
}

/**
 * Returns what an edit means to the registered people (OQ-514): who they are and what they were told, what changes for
 * them, and what Greenroom does about it.
 * @returns null if they notice nothing
 */
export function registeredNotice({
  before,
  after,
  registrations,
  webhooks,
  isPublished,
}: Edit): { told: string; changes: string[]; next: string } | null {
  const noticed = noticedChanges(before, after)
  if (registrations === 0 || noticed.length === 0) return null
  const isOnline = before.zoom_hub_name !== null
  const start = before.start_time === null ? '' : ` They were told: ${formatTime(before.start_time)}.`
  const texts: Record<(typeof noticed)[number], string> = {
    time: `The time changes to ${spanText(after)}.${isOnline && isPublished ? ' The meeting moves with it, and its link stays.' : ''}`,
    account: `The meeting moves from ${before.zoom_hub_name ?? 'no account'} to ${after.zoom_hub_name ?? 'no account'}, so publishing gives it another link.`,
    venue: `The place changes to ${[after.location.trim(), after.city.trim()].filter(Boolean).join(', ') || 'none'}.`,
    title: `The title changes to “${after.title}”.`,
    creator: 'Somebody else gives it.',
    price: 'The price changes for new buyers. Nobody who has paid is charged or refunded.',
    links: 'The community links change.',
    hidden: 'It disappears for everyone. Their seats stay.',
    shown: 'It is shown again.',
  }
  return {
    told: `${registeredPeople(registrations)}.${start}`,
    changes: noticed.map((kind) => texts[kind]),
    next: webhooks
      ? 'Greenroom sends them no message. Other systems get title and times by webhook while the session is visible.'
      : 'Greenroom sends them no message: tell them yourself.',
  }
}

function spanText({ start_time, end_time }: KnownSession): string {
  const [start, end] = [start_time, end_time].map((time) => (time === null ? '…' : formatTime(time)))
  return `${start} to ${end}`
}
