import type { DeliveryState, WebhookDelivery } from '@greenroom/contract/staff/webhook/webhook.schema'
import type { LinkProps } from '@tanstack/react-router'
import { formatTime } from '../../../lib/dates.ts'
import { paths } from '../../../lib/paths.ts'
import type { GlyphShape, GlyphTone } from '../../../ui/status-glyph.tsx'
import { webhookMessages as messages, recordTexts } from './webhook-messages.ts'

/** The state of a delivery as a glyph. */
export const stateGlyphs: Record<DeliveryState, { shape: GlyphShape; tone: GlyphTone }> = {
  waiting: { shape: 'ring', tone: 'info' },
  sent: { shape: 'tick', tone: 'ok' },
  failed: { shape: 'cross', tone: 'bad' },
  skipped: { shape: 'bar', tone: 'mute' },
}

/** Returns the name of a delivery's record: its title or reference, or what it is with the beginning of its id. */
export function recordText({ record_type, record_id, record_label }: WebhookDelivery): string {
  return record_label ?? `${recordTexts[record_type]} ${record_id.slice(0, 8)}`
}

/** Returns the screen of a delivery's record; undefined for a removed post or person. */
export function recordLink({
  record_type: type,
  record_id: id,
  payload,
}: WebhookDelivery): LinkProps | undefined {
  switch (type) {
    case 'transaction':
      return paths.transaction(id)
    case 'masterclass':
      return { to: paths.masterclassList, search: { open: id } }
    case 'event':
      return { to: isWebinar(payload) ? paths.webinarList : paths.eventList, search: { open: id } }
    case 'lead':
      return { to: paths.advisoryLeads, search: { open: id } }
    case 'post':
    case 'user':
      return undefined
  }
}

function isWebinar({ data }: WebhookDelivery['payload']): boolean {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === 'webinar'
}

/** Returns the last answer in one line: "500 The database is away."; empty before the first attempt. */
export function answerText({
  last_status: status,
  last_answer: text,
  last_attempt_at: at,
}: WebhookDelivery): string {
  if (at === null) return ''
  const line = text?.replace(/\s+/g, ' ') ?? ''
  return status === null ? line || messages.noAnswer : `${status} ${line}`.trim()
}

/** Returns what a waiting delivery waits for; undefined for any other. */
export function waitText({ state, is_held, next_attempt_at: next }: WebhookDelivery): string | undefined {
  if (state !== 'waiting' || next === null) return undefined
  return is_held ? messages.held : messages.next(formatTime(next))
}
