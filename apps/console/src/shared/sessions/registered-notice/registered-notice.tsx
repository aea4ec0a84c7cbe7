import type { KnownSession } from '@greenroom/contract/sessions/registration/noticed-changes.rules'
import { IconUsers } from '@tabler/icons-react'
import { useSession } from '../../../lib/api/current-session.ts'
import classes from './registered-notice.module.css'
import { registeredNotice } from './registered-notice-texts.ts'

interface RegisteredNoticeProps {
  before: KnownSession
  after: KnownSession
  /** How many people hold a seat. */
  registrations: number
  isPublished: boolean
}

/** What an edit means to the people who are registered, beside Save (OQ-514). */
export function RegisteredNotice(props: RegisteredNoticeProps) {
  const webhooks = useSession()?.settings.webhooks ?? false
  const notice = registeredNotice({ ...props, webhooks })
  return (
    <div role="status">
      {notice && (
        <div className={classes.notice}>
          <IconUsers size={16} stroke={1.5} aria-hidden="true" />
          <div className="gr-grow gr-break">
            <p className="gr-bold">{notice.told}</p>
            <ul>
              {notice.changes.map((change) => (
                <li key={change}>{change}</li>
              ))}
            </ul>
            <p className="gr-quiet">{notice.next}</p>
          </div>
        </div>
      )}
    </div>
  )
}
