import { IconAlertTriangle } from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { formatTime } from '../../../lib/dates.ts'
import { passFailure } from '../../record/record-form/passed-failure.ts'
import classes from './copies-outcome.module.css'
import { copyDatesMessages as messages } from './copy-dates-messages.ts'
import type { KeptCopy } from './publish-in-turn.ts'

interface CopiesOutcomeProps<T> {
  kept: readonly KeptCopy<T>[]
  /** Returns the link to the form of a copy, which shows the reason again. */
  edit: (copy: T) => LinkProps
}

/** Names the copies that were created and not published, each with the reason (OQ-643). */
export function CopiesOutcome<T extends { _id: string; title: string; start_time: string }>({
  kept,
  edit,
}: CopiesOutcomeProps<T>) {
  const list = useRef<HTMLUListElement>(null)
  // The button that was pressed is gone.
  useEffect(() => list.current?.focus(), [])
  return (
    <ul ref={list} tabIndex={-1} className={classes.copies} aria-label={messages.kept}>
      {kept.map(({ copy, reason, text }) => {
        const name = `“${copy.title}”, ${formatTime(copy.start_time)}`
        return (
          <li key={copy._id} className={classes.copy}>
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
            <span className="gr-grow gr-break">
              <strong className="gr-bold">{name}</strong>
              <br />
              {text}{' '}
              <Link
                {...edit(copy)}
                className="gr-accent gr-underline"
                onClick={() => passFailure(copy._id, reason)}
              >
                {messages.openForm}
                <span className="gr-unseen">: {name}</span>
              </Link>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
