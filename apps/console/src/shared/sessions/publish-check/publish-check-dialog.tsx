import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import type { Finding } from '@greenroom/contract/sessions/publish-check/publish-check.rules'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import { Dialog } from '../../../ui/dialog.tsx'
import classes from './publish-check-dialog.module.css'
import { findingText, publishCheckMessages as messages } from './publish-check-messages.ts'

interface PublishCheckDialogProps {
  opened: boolean
  findings: readonly Finding[]
  /** The account of the session. */
  account: string | null
  /** Returns the sentence of a finding. */
  textOf?: (finding: Finding) => string
  /** Whether nothing can be published: by default after an error. */
  isRefused?: boolean
  /** Shown above the findings. */
  note?: string | undefined
  /** Another account that is free then. */
  free: MeetingAccount | undefined
  /** Returns the name of the button that leads to a finding's field; undefined where nothing does. */
  linkOf: (finding: Finding) => string | undefined
  onFollow: (finding: Finding, message: string) => void
  onPublish: (account?: MeetingAccount) => void
  onClose: () => void
}

const icons = { error: IconCircleX, warning: IconAlertTriangle, note: IconInfoCircle } as const

/** The check before publishing: what is missing or odd, each line with the way to its field (OQ-512). */
export function PublishCheckDialog({
  opened,
  findings,
  account,
  textOf = (finding) => findingText(finding, account),
  isRefused = findings.some(({ level }) => level === 'error'),
  note,
  free,
  linkOf,
  onFollow,
  onPublish,
  onClose,
}: PublishCheckDialogProps) {
  const errors = findings.filter(({ level }) => level === 'error')
  const isClash = ({ code }: Finding) => code === 'clash' || code === 'gap'
  // Another account ends the clashes; other errors stay.
  const offersFree = free !== undefined && findings.some(isClash) && errors.every(isClash)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={isRefused ? messages.title.refused : messages.title.publish}
      role="alertdialog"
      withCloseButton={false}
    >
      {note && <p className={`${classes.note} gr-quiet`}>{note}</p>}
      <ul className={classes.findings} aria-label={messages.list}>
        {findings.map((finding) => {
          const Level = icons[finding.level]
          const text = textOf(finding)
          const link = linkOf(finding)
          return (
            <li
              key={`${finding.field} ${finding.about ?? finding.clash?._id ?? ''} ${text}`}
              className={classes.finding}
              data-level={finding.level}
            >
              <Level size={16} stroke={1.75} aria-hidden="true" />
              <span className="gr-grow gr-break">
                <span className="gr-unseen">{messages.levels[finding.level]}: </span>
                {text}{' '}
                {link && (
                  <button type="button" className={classes.link} onClick={() => onFollow(finding, text)}>
                    {link}
                    <span className="gr-unseen">: {text}</span>
                  </button>
                )}
              </span>
            </li>
          )
        })}
      </ul>
      <div className="gr-answers">
        <Button size="md" variant="subtle" data-autofocus onClick={onClose}>
          {messages.back}
        </Button>
        {offersFree && (
          <Button size="md" variant="default" onClick={() => onPublish(free)}>
            {messages.otherAccount(free)}
          </Button>
        )}
        <Button size="md" disabled={isRefused} onClick={() => onPublish()}>
          {messages.publish}
        </Button>
      </div>
    </Dialog>
  )
}
