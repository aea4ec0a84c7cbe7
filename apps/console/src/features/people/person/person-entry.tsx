import type { ReactNode } from 'react'
import { formatTime } from '../../../lib/dates.ts'
import { type GlyphShape, type GlyphTone, StatusGlyph } from '../../../ui/status-glyph.tsx'
import classes from './person-entry.module.css'

export interface EntryText {
  shape: GlyphShape
  tone: GlyphTone
  /** What it is about: the title of what was bought, or what happened. */
  title: ReactNode
  /** What somebody wrote. */
  quote?: string | undefined
  /** What else is known, in one line before the time. */
  facts?: readonly ReactNode[] | undefined
  /** At the end of the first line. */
  amount?: string | undefined
  /** Who did it, and their e-mail address. */
  by?: { name: string; email: string } | undefined
  /** Before the time. */
  timeWord?: string
  /** A button. */
  action?: ReactNode
}

interface PersonEntryProps extends EntryText {
  /** The month that begins with it, if it is the first of one. */
  month: string | undefined
  /** ISO 8601. */
  at: string
}

/** What happened once: the title first, numbers and time below it (OQ-665). */
export function PersonEntry({
  month,
  at,
  shape,
  tone,
  title,
  quote,
  facts = [],
  amount,
  by,
  timeWord,
  action,
}: PersonEntryProps) {
  return (
    <li>
      {month !== undefined && <h3 className={classes.month}>{month}</h3>}
      <div className={classes.entry}>
        <span className={classes.glyph}>
          <StatusGlyph shape={shape} tone={tone} />
        </span>
        <p className={classes.title}>{title}</p>
        {amount !== undefined && <p className={classes.amount}>{amount}</p>}
        <div className={classes.more}>
          {quote !== undefined && <p className={classes.quote}>{quote}</p>}
          <p className={classes.facts}>
            {facts.map((fact, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the facts of an entry keep their order
              <span key={place}>{fact} · </span>
            ))}
            {timeWord && `${timeWord} `}
            <time dateTime={at}>{formatTime(at)}</time>
            {by && (
              <>
                {' · '}
                <span title={by.email}>{by.name}</span>
              </>
            )}
          </p>
        </div>
        {action}
      </div>
    </li>
  )
}
