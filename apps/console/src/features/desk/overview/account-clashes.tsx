import { accountClashes } from '@greenroom/contract/desk/overview/overview.rules'
import type { AccountTime, Overview } from '@greenroom/contract/desk/overview/overview.schema'
import type { updateMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatTime } from '../../../lib/dates.ts'
import { LightButton } from '../../../ui/light-button.tsx'
import classes from './account-lines.module.css'
import { sessionLink } from './overview-links.ts'
import { accountMessages as messages } from './overview-messages.ts'
import { useMoveDraft } from './use-move-draft.ts'

interface AccountClashesProps {
  accounts: NonNullable<Overview['sessions']>['accounts']
  bufferMinutes: number
  /** Milliseconds. */
  now: number
}

/** Each clash as a sentence, with the account that its draft can move to (OQ-447). */
export function AccountClashes({ accounts, bufferMinutes, now }: AccountClashesProps) {
  const mayMove = useMay<typeof updateMasterclass>('content.write')
  const { move, moving } = useMoveDraft()
  const clashes = accountClashes(accounts, bufferMinutes, now)
  if (clashes.length === 0) return null
  return (
    <ul aria-label={messages.clashes}>
      {clashes.map(({ account, time, other, overlaps, free }) => (
        <li key={`${time._id} ${other._id}`} className={classes.clash}>
          <IconAlertTriangle size={16} stroke={1.5} aria-hidden="true" />
          <span className="gr-grow">
            <span className="gr-bold">{formatTime(time.start_time)}</span>:{' '}
            {time.is_booked ? '' : `${messages.theDraft} `}
            <SessionName time={time} /> {overlaps ? messages.overlaps : messages.tooClose(bufferMinutes)}{' '}
            <SessionName time={other} /> {messages.on(account)}
          </span>
          {mayMove && free && !time.is_booked && (
            <LightButton busy={moving === time._id} onClick={() => void move(time, account, free)}>
              {messages.moveDraft(free)}
            </LightButton>
          )}
        </li>
      ))}
    </ul>
  )
}

function SessionName({ time }: { time: AccountTime }) {
  return (
    <Link {...sessionLink({ ...time, is_published: time.is_booked })} className={classes.name}>
      {time.title}
    </Link>
  )
}
