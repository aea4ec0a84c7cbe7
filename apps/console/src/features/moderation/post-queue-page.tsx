import type { ReactNode } from 'react'
import { CopyValue } from '../../shared/copy-value/copy-value.tsx'
import { PostView } from '../../shared/post-view/post-view.tsx'
import { memberName } from '../../shared/post-view/post-view-messages.ts'
import { Badge } from '../../ui/badge.tsx'
import { postIdMessages, queueMessages } from './moderation-messages.ts'
import { postQueue, type ReportedPost } from './queue-kind.ts'
import { ReportQueue } from './report-queue.tsx'
import classes from './reported-item.module.css'

/** Reported posts, shown as members see them (MOD-01, MOD-07). */
export function PostQueuePage(): ReactNode {
  return (
    <ReportQueue
      kind={postQueue}
      content={(post) => <PostView post={post} aside={<PostState post={post} />} />}
    />
  )
}

function PostState({ post }: { post: ReportedPost }) {
  return (
    <>
      {post.is_visible === false && <Badge shape="bar">{queueMessages.hidden}</Badge>}
      <span className={classes.id}>{post._id}</span>
      <CopyValue
        value={post._id}
        label={postIdMessages.copy(memberName(post.user))}
        copied={postIdMessages.copied}
      />
    </>
  )
}
