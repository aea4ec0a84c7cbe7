import type { ReactNode } from 'react'
import { AuthorLine } from '../../../shared/community/post-view/author-line.tsx'
import { PostImages } from '../../../shared/community/post-view/post-images.tsx'
import { PostText } from '../../../shared/community/post-view/post-text.tsx'
import { PostCounts, PostMedia, PostTags } from '../../../shared/community/post-view/post-view.tsx'
import { memberName } from '../../../shared/community/post-view/post-view-messages.ts'
import { CopyId } from '../../../shared/record/copy-value/copied-fact.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ChangedSince } from './changed-since.tsx'
import { mostLines, queueMessages, reportedPostMessages } from './moderation-messages.ts'
import { postQueue, type ReportedPost } from './queue-kind.ts'
import { ReportQueue } from './report-queue.tsx'
import classes from './reported-item.module.css'

/** Pictures of a post on its card; the large view has all of them. */
const mostThumbnails = 4

/** Reported posts (MOD-01, MOD-07). */
export function PostQueuePage(): ReactNode {
  return <ReportQueue kind={postQueue} content={(post) => <PostFacts post={post} />} />
}

/** All that members see of a post, with small pictures beside the text. */
function PostFacts({ post }: { post: ReportedPost }) {
  const name = memberName(post.user)
  return (
    <div className={classes.item}>
      <AuthorLine
        person={post.user}
        at={post.created_at}
        note={post.user.designation}
        aside={
          <>
            {post.is_visible === false && <Badge shape="bar">{queueMessages.hidden}</Badge>}
            <CopyId id={post._id} of={reportedPostMessages.by(name)} />
          </>
        }
      />
      <ChangedSince changed={post.changed} />
      <div className={classes.body}>
        <div className={classes.words}>
          <PostText text={post.message} clamp={{ lines: mostLines, of: reportedPostMessages.by(name) }} />
          <PostTags tags={post.tags} />
          <PostCounts post={post} />
        </div>
        <PostImages images={post.attachments.images} thumbnails={mostThumbnails} />
      </div>
      <PostMedia post={post} />
    </div>
  )
}
