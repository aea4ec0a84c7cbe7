import { getPost } from '@greenroom/contract/post/post.endpoints'
import { IconMessageOff } from '@tabler/icons-react'
import { useRead } from '../../lib/api/hooks.ts'
import { PostView } from '../../shared/post-view/post-view.tsx'
import { LoadFailure } from '../../shared/record-list/load-failure.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { reportedCommentMessages } from './moderation-messages.ts'
import classes from './reported-item.module.css'

interface CommentPostDialogProps {
  opened: boolean
  postId: string
  onClose: () => void
}

/** Shows the post of a reported comment. */
export function CommentPostDialog({ opened, postId, onClose }: CommentPostDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={reportedCommentMessages.postTitle} size="wide">
      <PostById postId={postId} />
    </Dialog>
  )
}

function PostById({ postId }: { postId: string }) {
  const { data, error, isPending, refetch } = useRead(
    getPost,
    { params: { id: postId } },
    { keepPrevious: false },
  )
  if (data) return <PostView post={data.post} headingLevel={3} />
  if (isPending) {
    return (
      <Loading label={reportedCommentMessages.postLoading} className={classes.item}>
        <Skeleton width="40%" height={14} />
        <Skeleton width="80%" />
        <Skeleton width="65%" />
      </Loading>
    )
  }
  return (
    <LoadFailure
      title={reportedCommentMessages.postFailed}
      error={error}
      missing={{
        icon: IconMessageOff,
        title: reportedCommentMessages.postGone,
        help: reportedCommentMessages.postGoneHelp,
      }}
      onRetry={() => void refetch()}
    />
  )
}
