import type { Post } from '@greenroom/contract/community/post/post.schema'
import type { ReactNode } from 'react'
import { Badge } from '../../../ui/badge.tsx'
import { AuthorLine } from './author-line.tsx'
import { PostImages } from './post-images.tsx'
import { PostFile, PostPlayer } from './post-media.tsx'
import { PostPoll } from './post-poll.tsx'
import { PostText } from './post-text.tsx'
import classes from './post-view.module.css'
import { memberName, postViewMessages } from './post-view-messages.ts'

interface PostViewProps {
  post: Post
  /** Level of the heading with the author: 2 in a list, 3 below a title. */
  headingLevel?: 2 | 3
  /** At the right end of the author's line, for instance the post's state. */
  aside?: ReactNode
  /** Over the upper right corner of a picture, for instance a remove button. */
  imageAction?: (image: string, place: number) => ReactNode
  /** In a list: the first lines of the text, and small media beside it. Pictures open large, a video fills the screen. */
  isCompact?: boolean
  /** A post that is being written: without likes and comments, and its file without a link. */
  isDraft?: boolean
}

/** Lines and pictures of a post in a list. */
const mostLines = 3
const mostThumbnails = 4

/** A post as members see it: author, time, text, tags, attachments, poll, likes and comments. */
export function PostView({ post, headingLevel, aside, imageAction, isCompact, isDraft }: PostViewProps) {
  const { user, attachments, poll } = post
  if (isCompact) {
    return (
      <div className={classes.compact}>
        <div className={classes.words}>
          <AuthorLine
            person={user}
            headingLevel={headingLevel}
            at={post.created_at}
            note={user.designation}
            aside={aside}
          />
          <PostText
            text={post.message}
            clamp={{ lines: mostLines, of: postViewMessages.textOf(memberName(user)) }}
          />
          {poll && <PostPoll poll={poll} />}
          <div className={classes.foot}>
            <PostTags tags={post.tags} />
            <PostCounts post={post} />
          </div>
        </div>
        <div className={classes.media}>
          <PostImages images={attachments.images} thumbnails={mostThumbnails} />
          <PostMedia post={{ attachments, poll: null }} />
        </div>
      </div>
    )
  }
  return (
    <div className={classes.post}>
      <AuthorLine
        person={user}
        headingLevel={headingLevel}
        at={post.created_at}
        note={user.designation}
        aside={aside}
        isLinked={!isDraft}
      />
      <PostText text={post.message} />
      <PostTags tags={post.tags} />
      <PostImages images={attachments.images} imageAction={imageAction} />
      <PostMedia post={post} isDraft={isDraft} />
      {!isDraft && <PostCounts post={post} />}
    </div>
  )
}

export function PostTags({ tags }: Pick<Post, 'tags'>) {
  return tags.length === 0 ? null : (
    <ul className="gr-tags" aria-label={postViewMessages.tags}>
      {tags.map((tag) => (
        <li key={tag}>
          <Badge>{tag}</Badge>
        </li>
      ))}
    </ul>
  )
}

/** The attachments of a post other than pictures, and its poll. */
export function PostMedia({
  post: { attachments, poll },
  isDraft,
}: {
  post: Pick<Post, 'attachments' | 'poll'>
  isDraft?: boolean | undefined
}) {
  return (
    <>
      {attachments.video !== null && <PostPlayer kind="video" address={attachments.video} />}
      {attachments.audio !== null && <PostPlayer kind="audio" address={attachments.audio} />}
      {attachments.file !== null && <PostFile address={attachments.file} isDraft={isDraft} />}
      {poll && <PostPoll poll={poll} />}
    </>
  )
}

/** How many likes and comments a post has. */
export function PostCounts({ post }: { post: Pick<Post, 'like_count' | 'comment_count'> }) {
  return (
    <p className={classes.counts}>
      <span>{postViewMessages.likes(post.like_count)}</span>
      <span>{postViewMessages.comments(post.comment_count)}</span>
    </p>
  )
}
