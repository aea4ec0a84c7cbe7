import { type LeadStatus, leadStatuses } from '@greenroom/contract/lead-status'
import type { GlyphShape, GlyphTone } from '../../../ui/status-glyph.tsx'

/** Glyph of each status: the shape shows the progress of the lead, the tone its outcome. */
export const leadGlyphs: Record<LeadStatus, { shape: GlyphShape; tone: GlyphTone }> = {
  INSURANCE_CALL_SCHEDULED: { shape: 'ring', tone: 'info' },
  DID_NOT_JOIN_CALL: { shape: 'cross', tone: 'warn' },
  DISCUSSION_COMPLETED: { shape: 'half', tone: 'info' },
  QUOTE_SENT_TO_CLIENT: { shape: 'half', tone: 'info' },
  PAYMENT_LINK_SENT: { shape: 'three-quarter', tone: 'info' },
  DOCUMENTS_PENDING: { shape: 'three-quarter', tone: 'warn' },
  CLOSED_WON: { shape: 'tick', tone: 'ok' },
  CLOSED_LOST: { shape: 'cross', tone: 'bad' },
  NOT_QUALIFIED: { shape: 'bar', tone: 'mute' },
  DEFERRED: { shape: 'dashed', tone: 'mute' },
  CANCELLED: { shape: 'cross', tone: 'mute' },
}

/** Returns whether nothing has been noted about a call: once its time is past, somebody should (OQ-214). */
export function hasNoOutcome(status: LeadStatus): boolean {
  return status === 'INSURANCE_CALL_SCHEDULED'
}

/** Returns the label of a status, with spaces for underscores (ADV-06). */
export function leadStatusLabel(status: LeadStatus): string {
  return status.replaceAll('_', ' ')
}

/**
 * Returns the index of the status that typed letters select, as a native select does: the next one that begins with a
 * single or repeated letter, or from the current one on the first that begins with all of them.
 * @param typed letters without spaces
 * @param from index of the current status
 */
export function typedStatus(typed: string, from: number): number | undefined {
  const text = typed.toUpperCase()
  const isOneLetter = [...text].every((letter) => letter === text[0])
  const beginning = isOneLetter ? text.slice(0, 1) : text
  const first = from + (isOneLetter ? 1 : 0)
  const count = leadStatuses.length
  return leadStatuses
    .map((_, step) => (first + step) % count)
    .find((place) => leadStatuses[place]?.replaceAll('_', '').startsWith(beginning))
}
