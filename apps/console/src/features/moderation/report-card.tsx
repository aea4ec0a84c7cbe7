import type { ReactNode } from 'react'
import { LightButton } from '../../ui/light-button.tsx'
import { queueWords, typeLabels } from './moderation-messages.ts'
import classes from './report-card.module.css'
import { countedTypes } from './report-types.ts'

interface ReportCardProps {
  id: string
  /** Who wrote it or who it is about; with the words of a button its full name. */
  name: string
  reports: Partial<Record<string, number>>
  onIgnore: () => void
  onRemove: () => void
  /** A pointer or the focus is on Delete. */
  onRemoveIntent: () => void
  children: ReactNode
}

/** One reported item with the counts of its open reports by reason, all of them, and the two answers (OQ-111). */
export function ReportCard({
  id,
  name,
  reports,
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
        aria-label={`${name}, ${total} ${queueWords.reports(total)}`}
        // The keys of the queue work while a card has the focus.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
      >
        <div className={classes.content}>{children}</div>
        <div className={classes.foot}>
          <ul className={classes.counts} aria-label={queueWords.reportsLabel}>
            <li className={classes.total}>
              <b>{total}</b> {queueWords.reports(total)}
            </li>
            {counts.map(({ type, count }) => (
              <li key={type}>
                <b>{count}</b> {typeLabels[type]}
              </li>
            ))}
          </ul>
          <div className={classes.answers}>
            <LightButton
              aria-label={`${queueWords.ignore}: ${name}`}
              aria-keyshortcuts="I"
              onClick={onIgnore}
            >
              {queueWords.ignore}
            </LightButton>
            <LightButton
              className="gr-delete"
              aria-label={`${queueWords.remove}: ${name}`}
              aria-keyshortcuts="D"
              onClick={onRemove}
              onPointerEnter={onRemoveIntent}
              onFocus={onRemoveIntent}
            >
              {queueWords.remove}
            </LightButton>
          </div>
        </div>
      </article>
    </li>
  )
}
