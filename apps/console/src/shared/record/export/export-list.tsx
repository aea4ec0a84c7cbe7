import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { formatTime } from '../../../lib/dates.ts'
import { SendProgress } from '../../../ui/send-progress.tsx'
import classes from './export-list.module.css'
import { exportStateText, exportMessages as messages } from './export-messages.ts'
import { type Exports, isOpenExport } from './use-exports.ts'

/** The newest exports of the signed-in person with their progress, Cancel and Download. */
export function ExportList({
  exports,
}: {
  exports: Pick<Exports, 'rows' | 'list' | 'open' | 'download' | 'cancel'>
}) {
  const { rows, list, open, download, cancel } = exports
  const section = useRef<HTMLElement>(null)
  // On a phone the list is below the form that has just started an export.
  useEffect(() => {
    if (open?._id !== undefined) section.current?.scrollIntoView({ block: 'nearest' })
  }, [open?._id])
  if (rows === undefined) {
    if (!list.error) return null
    return (
      <p className="gr-small gr-danger" role="alert">
        {messages.loadFailed}{' '}
        <Button size="compact-sm" variant="default" onClick={() => void list.refetch()}>
          {messages.retry}
        </Button>
      </p>
    )
  }
  if (rows.length === 0) return null
  return (
    <section ref={section} className={classes.section} aria-label={messages.yours}>
      <h3 className="gr-small gr-bold">{messages.yours}</h3>
      <ul className={classes.list}>
        {rows.map((one) => (
          <li key={one._id} className={classes.item}>
            <span className={classes.name}>
              <span className="gr-small gr-break">{one.file_name}</span>
              <span className="gr-fine gr-faint gr-num">
                {formatTime(one.requested_at)} · {exportStateText(one)}
              </span>
              {one.state === 'running' && (
                <SendProgress
                  className={classes.progress}
                  share={one.rows_total === 0 ? 0 : Math.min(1, one.rows_done / one.rows_total)}
                  label={messages.progress(one.file_name)}
                />
              )}
            </span>
            {isOpenExport(one) && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={messages.cancelOf(one.file_name)}
                onClick={() => cancel(one)}
              >
                {messages.cancel}
              </Button>
            )}
            {one.state === 'done' && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={messages.downloadOf(one.file_name)}
                onClick={() => void download(one)}
              >
                {messages.download}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className="gr-fine gr-faint">{messages.kept}</p>
    </section>
  )
}
