import { getPost } from '@greenroom/contract/post/post.endpoints'
import { IconMessageOff, IconRefresh } from '@tabler/icons-react'
import { ApiError, failureHelp } from '../../lib/api/api-error.ts'
import { useRead } from '../../lib/api/hooks.ts'
import { PostView } from '../../shared/post-view/post-view.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LightButton } from '../../ui/light-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { commentWords, queueWords } from './moderation-messages.ts'
import classes from './reported-item.module.css'

interface CommentPostDialogProps {
  opened: boolean
  postId: string
  onClose: () => void
}

/** The post under which a reported comment stands. */
export function CommentPostDialog({ opened, postId, onClose }: CommentPostDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={commentWords.postTitle} size="wide">
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
      <Loading label={commentWords.postLoading} className={classes.item}>
        <Skeleton width="40%" height={14} />
        <Skeleton width="80%" />
        <Skeleton width="65%" />
      </Loading>
    )
  }
  return error instanceof ApiError && error.status === 404 ? (
    <StatePanel
      kind="empty"
      icon={<IconMessageOff size={20} stroke={1.5} aria-hidden="true" />}
      title={commentWords.postGone}
      help={commentWords.postGoneHelp}
    />
  ) : (
    <StatePanel
      kind="error"
      title={commentWords.postFailed}
      help={failureHelp(error)}
      action={
        <LightButton
          icon={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
          onClick={() => void refetch()}
        >
          {queueWords.retry}
        </LightButton>
      }
    />
  )
}
