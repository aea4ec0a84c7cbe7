import type { Post } from '@greenroom/contract/post/post.schema'
import type { ReactNode } from 'react'
import { formatCardTime } from '../../lib/dates.ts'
import { Badge } from '../../ui/badge.tsx'
import { Avatar } from '../avatar/avatar.tsx'
import { PostImages } from './post-images.tsx'
import { PostAudio, PostFile, PostVideo } from './post-media.tsx'
import { PostPoll } from './post-poll.tsx'
import { PostText } from './post-text.tsx'
import classes from './post-view.module.css'
import { memberName, postViewMessages } from './post-view-messages.ts'

interface PostViewProps {
  post: Post
  /** Level of the heading with the author: 2 in a list, 3 below a title. */
  headingLevel?: 2 | 3
  /** Shown at the right end of the author's line, for example the post's ID. */
  aside?: ReactNode
  /** Shown over the upper right corner of a picture, for example a remove button. */
  imageAction?: (image: string, place: number) => ReactNode
}

/** A post as members see it: author, time, text, tags, attachments, poll, likes and comments. */
export function PostView({ post, headingLevel = 2, aside, imageAction }: PostViewProps) {
  const { user, attachments, poll, tags } = post
  const name = memberName(user)
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <div className={classes.post}>
      <div className={classes.head}>
        <Avatar name={name} picture={user.profile_picture} />
        <div className={classes.who}>
          <div className={classes.nameLine}>
            <Heading className={classes.name} title={name}>
              {name}
            </Heading>
            {user.memberships.is_opc && <Badge>{postViewMessages.opc}</Badge>}
          </div>
          <p className={classes.when}>
            <time dateTime={post.created_at}>{formatCardTime(post.created_at)}</time>
            {user.designation !== '' && <span className={classes.designation}>{user.designation}</span>}
          </p>
        </div>
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
      <PostText text={post.message} />
      {tags.length > 0 && (
        <ul className={classes.tags} aria-label={postViewMessages.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <Badge>{tag}</Badge>
            </li>
          ))}
        </ul>
      )}
      <PostImages images={attachments.images} imageAction={imageAction} />
      {attachments.video !== null && <PostVideo address={attachments.video} />}
      {attachments.audio !== null && <PostAudio address={attachments.audio} />}
      {attachments.file !== null && <PostFile address={attachments.file} />}
      {poll && <PostPoll poll={poll} />}
      <p className={classes.counts}>
        <span>{postViewMessages.likes(post.like_count)}</span>
        <span>{postViewMessages.comments(post.comment_count)}</span>
      </p>
    </div>
  )
}
