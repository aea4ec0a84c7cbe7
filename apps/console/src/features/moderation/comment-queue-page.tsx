import type { ReportedComment } from '@greenroom/contract/moderation/moderation.schema'
import { IconMessage } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { formatCardTime } from '../../lib/dates.ts'
import { Avatar } from '../../shared/avatar/avatar.tsx'
import { PostText } from '../../shared/post-view/post-text.tsx'
import { personName } from '../../shared/post-view/post-words.ts'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { commentWords } from './moderation-messages.ts'
import { commentQueue } from './queue-kind.ts'
import { ReportQueue } from './report-queue.tsx'
import { readTypes, writeTypes } from './report-types.ts'
import classes from './reported-item.module.css'

const CommentPostDialog = lazyDialog('comment-post', () =>
  import('./comment-post-dialog.tsx').then((part) => part.CommentPostDialog),
)

const route = getRouteApi('/signed-in/moderation/comments')

/** Comments that members reported, each with its post on demand (MOD-01, MOD-08). */
export function CommentQueuePage() {
  const { types, post } = route.useSearch()
  const navigate = route.useNavigate()
  // After the dialog is closed it keeps what it showed, so that it can fade out.
  const [last, setLast] = useState(post)
  if (post !== undefined && post !== last) setLast(post)

  // A dialog is a step that the browser's Back undoes; closing it leaves no second step behind.
  const showPost = (id: string) => void navigate({ search: { types, post: id }, resetScroll: false })
  const close = () => void navigate({ search: { types }, replace: true, resetScroll: false })
  return (
    <>
      <ReportQueue
        kind={commentQueue}
        types={readTypes(types)}
        onTypes={(ticked) =>
          void navigate({ search: { types: writeTypes(ticked) }, replace: true, resetScroll: false })
        }
        content={(comment) => <CommentFacts comment={comment} onShowPost={() => showPost(comment.post_id)} />}
        onShowPost={(comment) => showPost(comment.post_id)}
      />
      <Suspense fallback={null}>
        {last !== undefined && (
          <CommentPostDialog opened={post !== undefined} postId={last} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

function CommentFacts({ comment, onShowPost }: { comment: ReportedComment; onShowPost: () => void }) {
  const name = personName(comment.user)
  return (
    <div className={classes.item}>
      <div className={classes.head}>
        <Avatar name={name} />
        <div className={classes.who}>
          <h2 className={classes.name} title={name}>
            {name}
          </h2>
          <p className={classes.when}>
            <time dateTime={comment.created_at}>{formatCardTime(comment.created_at)}</time>
            <span>
              {comment.parent_id === comment.post_id ? commentWords.onPost : commentWords.onComment}
            </span>
          </p>
        </div>
      </div>
      <PostText text={comment.reaction_message} />
      <button
        type="button"
        className={classes.showPost}
        aria-keyshortcuts="P"
        onClick={onShowPost}
        onPointerEnter={fetchDialogAhead}
        onFocus={fetchDialogAhead}
      >
        <IconMessage size={15} stroke={1.5} aria-hidden="true" />
        {commentWords.showPost}
      </button>
    </div>
  )
}

function fetchDialogAhead() {
  // One that fails now is asked for again when the dialog is opened.
  CommentPostDialog.preload().catch(() => undefined)
}
