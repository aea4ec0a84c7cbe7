import type { LeadStatus } from '@greenroom/contract/advisory/advisory.schema'
import type { GlyphShape, GlyphTone } from '../../ui/status-glyph.tsx'

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

/** Returns the label of a status, with spaces for underscores (ADV-06). */
export function leadStatusLabel(status: LeadStatus): string {
  return status.replaceAll('_', ' ')
}
