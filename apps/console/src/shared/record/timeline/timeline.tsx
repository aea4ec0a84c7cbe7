import type { ReactNode } from 'react'
import { formatTime } from '../../../lib/dates.ts'
import { type GlyphShape, type GlyphTone, StatusGlyph } from '../../../ui/status-glyph.tsx'
import classes from './timeline.module.css'

/** A list of what happened, the newest first. */
export function Timeline({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ol className={classes.items} aria-label={label}>
      {children}
    </ol>
  )
}

interface TimelineEntryProps {
  /** What it is: a note is shown as prominently as what happened. */
  kind: string
  shape: GlyphShape
  tone: GlyphTone
  text: ReactNode
  /** Further lines. */
  details?: readonly string[] | undefined
  at: string
  /** Who of the staff did it. */
  by?: { name: string; email: string } | undefined
}

/** What happened once, with its time. */
export function TimelineEntry({ kind, shape, tone, text, details = [], at, by }: TimelineEntryProps) {
  return (
    <li data-kind={kind}>
      <span className={classes.glyph}>
        <StatusGlyph shape={shape} tone={tone} />
      </span>
      <div className="gr-shrink">
        <p className={classes.text}>{text}</p>
        {details.map((line) => (
          <p key={line} className={classes.detail}>
            {line}
          </p>
        ))}
        <p className={classes.when}>
          <time dateTime={at}>{formatTime(at)}</time>
          {by && (
            <span className="gr-break" title={by.email}>
              {' '}
              · {by.name}
            </span>
          )}
        </p>
      </div>
    </li>
  )
}
