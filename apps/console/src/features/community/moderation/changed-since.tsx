import type { Changed } from '@greenroom/contract/community/moderation/moderation.schema'
import { IconHistory } from '@tabler/icons-react'
import { formatTime } from '../../../lib/dates.ts'
import { queueMessages } from './moderation-messages.ts'
import classes from './reported-item.module.css'

/** What the public product did to a post or a comment since it was reported, and what an edited one says now (OQ-775). */
export function ChangedSince({ changed }: { changed: Changed | null | undefined }) {
  if (!changed) return null
  const time = formatTime(changed.at)
  return (
    <div className={classes.changed}>
      <IconHistory size={15} stroke={1.5} aria-hidden="true" />
      <div className="gr-grow">
        <p>{changed.how === 'edited' ? queueMessages.editedAt(time) : queueMessages.deletedAt(time)}</p>
        {changed.how === 'edited' && (
          <p className={classes.quoted}>
            {changed.message === '' ? queueMessages.nowEmpty : queueMessages.now}
            <bdi>{changed.message}</bdi>
          </p>
        )}
      </div>
    </div>
  )
}
