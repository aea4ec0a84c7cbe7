import { getPost } from '@greenroom/contract/community/post/post.endpoints'
import { IconMessageOff } from '@tabler/icons-react'
import { useRead } from '../../../lib/api/hooks.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { LoadFailure } from '../../record/record-list/load-failure.tsx'
import { PostView } from './post-view.tsx'
import { postDialogMessages as messages } from './post-view-messages.ts'

interface PostDialogProps {
  opened: boolean
  postId: string
  onClose: () => void
}

/** Shows a post, for instance that of a reported comment. */
export function PostDialog({ opened, postId, onClose }: PostDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={messages.title} size="wide">
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
      <Loading label={messages.loading} className="gr-stack">
        <Skeleton width="40%" height={14} />
        <Skeleton width="80%" />
        <Skeleton width="65%" />
      </Loading>
    )
  }
  return (
    <LoadFailure
      title={messages.failed}
      error={error}
      missing={{
        icon: IconMessageOff,
        title: messages.gone,
        help: messages.goneHelp,
      }}
      onRetry={() => void refetch()}
    />
  )
}
