import { IconAlertCircle, IconHistory, IconLock } from '@tabler/icons-react'
import classes from './form-notice.module.css'
import { SendProgress } from './send-progress.tsx'

interface RestoredNoticeProps {
  /** Picked files that could not be kept: "the banner". */
  lost: readonly string[]
  onDiscard: () => void
}

/** Tells that the form shows a restored draft (OQ-012, OQ-033). */
export function RestoredNotice({ lost, onDiscard }: RestoredNoticeProps) {
  return (
    <div className={classes.notice} role="status">
      <IconHistory size={16} stroke={1.5} aria-hidden="true" />
      <span className={classes.noticeWords}>
        What you entered earlier is back.
        {lost.length > 0 && ` Pick ${sentenceList.format(lost)} again: files are not kept.`}
      </span>
      <button type="button" className={classes.linkButton} onClick={onDiscard}>
        Discard
      </button>
    </div>
  )
}

/** Says why the fields of a form are closed. */
export function ReadOnlyNotice({ message }: { message: string }) {
  return (
    <div className={classes.notice} role="status">
      <IconLock size={16} stroke={1.5} aria-hidden="true" />
      <span className={classes.noticeWords}>{message}</span>
    </div>
  )
}

/** A failure that no field on the screen shows. */
export function ProblemNotice({ message }: { message: string }) {
  return (
    <div className={classes.notice} data-tone="problem" role="alert">
      <IconAlertCircle size={16} stroke={1.5} aria-hidden="true" />
      <span className={classes.noticeWords}>{message}</span>
    </div>
  )
}

interface SendingNoticeProps {
  /** How much of the files is sent, from 0 to 1. */
  share: number
  onCancel?: () => void
  label?: string
}

/** The progress of an upload, with a button that cancels it. */
export function SendingNotice({ share, onCancel, label = 'Sending the files' }: SendingNoticeProps) {
  return (
    <div className={classes.notice}>
      <span>{label}</span>
      <SendProgress className={classes.progress} share={share} label={label} />
      <span className="gr-num">{Math.round(share * 100)}%</span>
      {onCancel && (
        <button type="button" className={classes.linkButton} onClick={onCancel}>
          Cancel upload
        </button>
      )}
    </div>
  )
}

const sentenceList = new Intl.ListFormat('en', { type: 'conjunction' })
