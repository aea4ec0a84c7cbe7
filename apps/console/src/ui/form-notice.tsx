import { IconAlertCircle, IconHistory, IconLock } from '@tabler/icons-react'
import classes from './form-notice.module.css'
import { SendProgress } from './send-progress.tsx'

interface RestoredNoticeProps {
  /** Names the picked files that could not be kept: "the banner". */
  lost: readonly string[]
  onDiscard: () => void
}

/** Says that the form shows a restored draft (OQ-012, OQ-033). */
export function RestoredNotice({ lost, onDiscard }: RestoredNoticeProps) {
  return (
    <div className={classes.notice} role="status">
      <IconHistory size={16} stroke={1.5} aria-hidden="true" />
      <span className={classes.noticeText}>
        We restored your unsaved changes.
        {lost.length > 0 && ` Pick ${sentenceList.format(lost)} again: files are not kept.`}
      </span>
      <button type="button" className={classes.linkButton} onClick={onDiscard}>
        Discard
      </button>
    </div>
  )
}

/** Says why the fields of a form are locked. */
export function ReadOnlyNotice({ message }: { message: string }) {
  return (
    <div className={classes.notice} role="status">
      <IconLock size={16} stroke={1.5} aria-hidden="true" />
      <span className={classes.noticeText}>{message}</span>
    </div>
  )
}

/** Shows an error that belongs to no visible field. */
export function ProblemNotice({ message }: { message: string }) {
  return (
    <div className={classes.notice} data-tone="problem" role="alert">
      <IconAlertCircle size={16} stroke={1.5} aria-hidden="true" />
      <span className={classes.noticeText}>{message}</span>
    </div>
  )
}

interface SendingNoticeProps {
  /** Fraction of the files that has been uploaded, from 0 to 1. */
  share: number
  onCancel?: () => void
  label?: string
}

/** Upload progress with a cancel button. */
export function SendingNotice({ share, onCancel, label = 'Sending the files' }: SendingNoticeProps) {
  return (
    <div className={classes.notice}>
      <span>{label}</span>
      {/* Before the bar: at the right end, the toast of the save would cover it. */}
      {onCancel && (
        <button type="button" className={classes.linkButton} onClick={onCancel}>
          Cancel upload
        </button>
      )}
      <SendProgress className={classes.progress} share={share} label={label} />
      <span className="gr-num">{Math.round(share * 100)}%</span>
    </div>
  )
}

const sentenceList = new Intl.ListFormat('en', { type: 'conjunction' })
