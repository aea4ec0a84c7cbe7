import type { ReactNode } from 'react'
import classes from './badge.module.css'
import { type GlyphShape, type GlyphTone, StatusGlyph } from './status-glyph.tsx'

interface BadgeProps {
  children: ReactNode
  /** Without a shape the badge is plain text, such as Free. */
  shape?: GlyphShape
  tone?: GlyphTone
}

/** A status in a bordered box: neutral text, a coloured glyph. */
export function Badge({ children, shape, tone = 'mute' }: BadgeProps) {
  return (
    <span className={classes.badge} data-plain={shape === undefined || undefined}>
      {shape && <StatusGlyph shape={shape} tone={tone} />}
      {children}
    </span>
  )
}
