import type { ReportedComment } from '@greenroom/contract/community/moderation/moderation.schema'
import { IconMessage } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { AuthorLine } from '../../../shared/community/post-view/author-line.tsx'
import { PostText } from '../../../shared/community/post-view/post-text.tsx'
import { memberName } from '../../../shared/community/post-view/post-view-messages.ts'
import { useDialogSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { ChangedSince } from './changed-since.tsx'
import { mostLines, reportedCommentMessages } from './moderation-messages.ts'
import { commentQueue } from './queue-kind.ts'
import { ReportQueue } from './report-queue.tsx'
import classes from './reported-item.module.css'

const PostDialog = lazyDialog('post-dialog', () =>
  import('../../../shared/community/post-view/post-dialog.tsx').then((part) => part.PostDialog),
)

const route = getRouteApi('/signed-in/moderation/comments')

/** Reported comments, each with a button that shows its post (MOD-01, MOD-08). */
export function CommentQueuePage(): ReactNode {
  const { post } = route.useSearch()
  const { last } = useLastOpened(post)
  const { open, close } = useDialogSearch<{ post?: string | undefined }>({ post: undefined })
  const showPost = (id: string) => open({ post: id })
  return (
    <>
      <ReportQueue
        kind={commentQueue}
        content={(comment) => <CommentFacts comment={comment} onShowPost={() => showPost(comment.post_id)} />}
        onShowPost={(comment) => showPost(comment.post_id)}
      />
      {last !== undefined && <PostDialog opened={post !== undefined} postId={last} onClose={close} />}
    </>
  )
}

function CommentFacts({ comment, onShowPost }: { comment: ReportedComment; onShowPost: () => void }) {
  return (
    <div className={classes.item}>
      <blockquote className={classes.quote}>
        <p className="gr-fine gr-faint">{reportedCommentMessages.postBy(memberName(comment.post.user))}</p>
        <p className={classes.quoted} dir="auto">
          {comment.post.message || reportedCommentMessages.noText}
        </p>
      </blockquote>
      <AuthorLine
        person={comment.user}
        at={comment.created_at}
        note={
          comment.parent_id === comment.post_id
            ? reportedCommentMessages.onPost
            : reportedCommentMessages.onComment
        }
      />
      <ChangedSince changed={comment.changed} />
      <PostText
        text={comment.reaction_message}
        clamp={{ lines: mostLines, of: reportedCommentMessages.by(memberName(comment.user)) }}
      />
      <button
        type="button"
        className={classes.showPost}
        aria-keyshortcuts="P"
        onClick={onShowPost}
        onPointerEnter={prefetchPost}
        onFocus={prefetchPost}
      >
        <IconMessage size={15} stroke={1.5} aria-hidden="true" />
        {reportedCommentMessages.showPost}
      </button>
    </div>
  )
}

function prefetchPost() {
  prefetchDialogs(PostDialog)
}
