import { IconAlertCircle, IconHistory } from '@tabler/icons-react'
import classes from './masterclass-wizard.module.css'

interface RestoredNoticeProps {
  /** Whether a file had been picked, which cannot be kept. */
  lostBanner: boolean
  onDiscard: () => void
}

/** Says that the form holds what was entered on an earlier visit (OQ-012, OQ-033). */
export function RestoredNotice({ lostBanner, onDiscard }: RestoredNoticeProps) {
  return (
    <div className={classes.notice} role="status">
      <IconHistory size={16} stroke={1.5} aria-hidden="true" />
      <span className={classes.noticeWords}>
        What you entered earlier is back.{lostBanner && ' Pick the banner again: files are not kept.'}
      </span>
      <button type="button" className={classes.linkButton} onClick={onDiscard}>
        Discard
      </button>
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

/** How much of a picked banner has gone out, from 0 to 1. */
export function SendingNotice({ share }: { share: number }) {
  return (
    <div className={classes.notice}>
      <span>Sending the banner</span>
      <progress className={classes.progress} value={share} max={1} aria-label="Sending the banner" />
      <span className="num">{Math.round(share * 100)}%</span>
    </div>
  )
}
