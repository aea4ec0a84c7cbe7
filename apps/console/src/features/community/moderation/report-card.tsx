import type { ReactNode } from 'react'
import { LightButton } from '../../../ui/light-button.tsx'
import { CardNews } from './card-news.tsx'
import { queueMessages, reportTypeLabels } from './moderation-messages.ts'
import classes from './report-card.module.css'
import { countedTypes } from './report-types.ts'

interface ReportCardProps {
  id: string
  /** The author, or the reported user; part of the accessible name of the buttons. */
  name: string
  reports: Partial<Record<string, number>>
  /** Name of the queue, in which colleagues may have this card. */
  queue: string
  /** Whether a colleague has handled it. */
  isHandled: boolean
  /** Whether the role includes Ignore and Delete. */
  mayAct: boolean
  /** Whether there is something left to delete. */
  isThere: boolean
  onIgnore: () => void
  onRemove: () => void
  /** Called on hover and focus of Delete. */
  onRemoveIntent: () => void
  children: ReactNode
}

/**
 * A reported item, and beside it the number of open reports in total and by reason, and the actions Ignore and Delete
 * (OQ-111).
 */
export function ReportCard({
  id,
  name,
  reports,
  queue,
  isHandled,
  mayAct,
  isThere,
  onIgnore,
  onRemove,
  onRemoveIntent,
  children,
}: ReportCardProps) {
  const counts = countedTypes(reports)
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  return (
    <li>
      <article
        className={classes.card}
        data-report={id}
        data-handled={isHandled || undefined}
        aria-label={`${name}, ${total} ${queueMessages.reports(total)}`}
        // The keys of the queue work while a card has the focus.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
      >
        <div className={classes.content}>{children}</div>
        <div className={classes.side}>
          <ul className={classes.counts} aria-label={queueMessages.reportsLabel}>
            <li className={classes.total}>
              <b>{total}</b> {queueMessages.reports(total)}
            </li>
            {counts.map(({ type, count }) => (
              <li key={type}>
                <b>{count}</b> {reportTypeLabels[type]}
              </li>
            ))}
          </ul>
          <CardNews queue={queue} id={id} isHandled={isHandled} />
          {mayAct && !isHandled && (
            <div className={classes.answers}>
              <LightButton
                aria-label={`${queueMessages.ignore}: ${name}`}
                aria-keyshortcuts="I"
                onClick={onIgnore}
              >
                {queueMessages.ignore}
              </LightButton>
              {isThere && (
                <LightButton
                  className="gr-delete"
                  aria-label={`${queueMessages.remove}: ${name}`}
                  aria-keyshortcuts="D"
                  onClick={onRemove}
                  onPointerEnter={onRemoveIntent}
                  onFocus={onRemoveIntent}
                >
                  {queueMessages.remove}
                </LightButton>
              )}
            </div>
          )}
        </div>
      </article>
    </li>
  )
}
