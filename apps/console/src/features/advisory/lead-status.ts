import type { LeadStatus } from '@greenroom/contract/advisory/advisory.schema'
import type { GlyphShape, GlyphTone } from '../../ui/status-glyph.tsx'

/** The glyph of each status: its shape says how far the lead is, its tone how well. */
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

/** A status as people read it: its underscores are spaces (ADV-06). */
export function leadStatusLabel(status: LeadStatus): string {
  return status.replaceAll('_', ' ')
}
