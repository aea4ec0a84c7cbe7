import type { Poll } from '@greenroom/contract/community/post/post.schema'
import { formatCardTime } from '../../../lib/dates.ts'
import { useMinute } from '../../../lib/minute.ts'
import { StatusGlyph } from '../../../ui/status-glyph.tsx'
import classes from './post-poll.module.css'
import { postViewMessages } from './post-view-messages.ts'

/** A poll with the votes of each option and its end. */
export function PostPoll({ poll }: { poll: Poll }) {
  const now = useMinute()
  const isOver = new Date(poll.expires_at).getTime() <= now
  const total = poll.options.reduce((sum, { votes }) => sum + votes, 0)
  const end = formatCardTime(poll.expires_at)
  return (
    <figure className={classes.poll} aria-label={postViewMessages.poll}>
      <ul className={classes.options}>
        {poll.options.map(({ option, votes }) => (
          <li key={option} className={classes.option}>
            <span
              className={classes.share}
              style={{ width: `${total === 0 ? 0 : (votes / total) * 100}%` }}
              aria-hidden="true"
            />
            <span className={classes.name}>{option}</span>
            <span className={classes.votes}>
              {votes}
              <span className="gr-unseen"> {votes === 1 ? 'vote' : 'votes'}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.end}>
        <StatusGlyph shape={isOver ? 'bar' : 'dot'} tone={isOver ? 'mute' : 'ok'} />
        <time dateTime={poll.expires_at}>
          {isOver ? postViewMessages.ended(end) : postViewMessages.ends(end)}
        </time>
        <span className="gr-num">{postViewMessages.votes(total)}</span>
        {poll.allow_multiple && <span>{postViewMessages.severalAnswers}</span>}
      </p>
    </figure>
  )
}
