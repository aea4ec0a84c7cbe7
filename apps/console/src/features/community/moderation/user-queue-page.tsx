import type { ReportedUser } from '@greenroom/contract/community/moderation/moderation.schema'
import { IconMail, IconPhone } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { formatPhone } from '../../../lib/phone.ts'
import { AuthorLine } from '../../../shared/community/post-view/author-line.tsx'
import { PostText } from '../../../shared/community/post-view/post-text.tsx'
import { memberName } from '../../../shared/community/post-view/post-view-messages.ts'
import { CopyValue } from '../../../shared/record/copy-value/copy-value.tsx'
import { mostLines, reportedUserMessages } from './moderation-messages.ts'
import { userQueue } from './queue-kind.ts'
import { ReportQueue } from './report-queue.tsx'
import classes from './reported-item.module.css'

/** Reported users (MOD-01, MOD-09). */
export function UserQueuePage(): ReactNode {
  return <ReportQueue kind={userQueue} content={(user) => <UserFacts user={user} />} />
}

function UserFacts({ user }: { user: ReportedUser }) {
  const name = memberName(user)
  return (
    <div className={classes.item}>
      <AuthorLine person={user} />
      {user.description === '' ? (
        <p className="gr-faint">{reportedUserMessages.noDescription}</p>
      ) : (
        <PostText text={user.description} clamp={{ lines: mostLines, of: name }} />
      )}
      <dl className={classes.facts}>
        <Fact
          label={reportedUserMessages.phone}
          icon={<IconPhone size={15} stroke={1.5} aria-hidden="true" />}
          value={user.phone}
          shown={formatPhone(user.phone)}
          name={name}
        />
        <Fact
          label={reportedUserMessages.email}
          icon={<IconMail size={15} stroke={1.5} aria-hidden="true" />}
          value={user.email}
          shown={user.email}
          name={name}
        />
      </dl>
    </div>
  )
}

interface FactProps {
  label: string
  icon: ReactNode
  /** What is copied, for example the e-mail address. */
  value: string
  shown: string
  name: string
}

function Fact({ label, icon, value, shown, name }: FactProps) {
  return (
    <div className={classes.fact}>
      <dt title={label}>
        {icon}
        <span className="gr-unseen">{label}</span>
      </dt>
      {value === '' ? (
        <dd className="gr-faint">–</dd>
      ) : (
        <>
          <dd className="gr-ellipsis gr-num" title={shown}>
            {shown}
          </dd>
          <dd>
            <CopyValue
              value={value}
              label={reportedUserMessages.copy(label, name)}
              copied={reportedUserMessages.copied(label)}
            />
          </dd>
        </>
      )}
    </div>
  )
}
