import { IconAlertCircle, IconHistory, IconLock } from '@tabler/icons-react'
import classes from './form-notice.module.css'

interface RestoredNoticeProps {
  /** Names of the files that had been picked and cannot be kept: "the banner". Empty when there were none. */
  lost: readonly string[]
  onDiscard: () => void
}

/** Says that the form holds what was entered on an earlier visit (OQ-012, OQ-033). */
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

/** What the server refused where no field on the screen shows it. */
export function ProblemNotice({ message }: { message: string }) {
  return (
    <div className={classes.notice} data-tone="problem" role="alert">
      <IconAlertCircle size={16} stroke={1.5} aria-hidden="true" />
      <span className={classes.noticeWords}>{message}</span>
    </div>
  )
}

interface SendingNoticeProps {
  /** What is sent: "Sending the banner". */
  label: string
  /** How much of it has gone out, from 0 to 1. */
  share: number
}

/** How far an upload has come. */
export function SendingNotice({ label, share }: SendingNoticeProps) {
  return (
    <div className={classes.notice}>
      <span>{label}</span>
      <progress className={classes.progress} value={share} max={1} aria-label={label} />
      <span className="num">{Math.round(share * 100)}%</span>
    </div>
  )
}

const sentenceList = new Intl.ListFormat('en', { type: 'conjunction' })
