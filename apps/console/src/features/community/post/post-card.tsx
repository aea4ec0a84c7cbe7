import type { pinPost, updatePost } from '@greenroom/contract/community/post/post.endpoints'
import type { Post } from '@greenroom/contract/community/post/post.schema'
import { IconPencil, IconPin, IconPinnedOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { PostView } from '../../../shared/community/post-view/post-view.tsx'
import { CopyValue } from '../../../shared/record/copy-value/copy-value.tsx'
import { Badge } from '../../../ui/badge.tsx'
import button from '../../../ui/light-button.module.css'
import { LightButton } from '../../../ui/light-button.tsx'
import classes from './post-card.module.css'
import { postEditLink } from './post-links.ts'
import { postCardMessages as messages } from './post-messages.ts'

interface PostCardProps {
  post: Post
  /** Id of the author whose posts can be edited; undefined while it loads. */
  provider: string | undefined
  onPin: (post: Post, isPinned: boolean) => void
}

/** One post with its ID and its actions (POST-08, POST-09). Members' posts can only be pinned. */
export function PostCard({ post, provider, onPin }: PostCardProps) {
  const mayEdit = useMay<typeof updatePost>('content.write')
  const mayPin = useMay<typeof pinPost>('content.write')
  return (
    <li className={classes.card} data-post={post._id} data-record={post._id} tabIndex={-1}>
      <div className={classes.body}>
        <PostView
          isCompact
          post={post}
          aside={
            post.is_pinned && (
              <Badge shape="dot" tone="ok">
                {messages.pinned}
              </Badge>
            )
          }
        />
      </div>
      <div className={classes.foot}>
        <PostId id={post._id} />
        {mayEdit && post.user._id === provider && (
          <Link {...postEditLink(post)} className={button.button}>
            <IconPencil size={16} stroke={1.5} aria-hidden="true" />
            {messages.edit}
          </Link>
        )}
        {mayPin && (
          <LightButton
            icon={
              post.is_pinned ? (
                <IconPinnedOff size={16} stroke={1.5} aria-hidden="true" />
              ) : (
                <IconPin size={16} stroke={1.5} aria-hidden="true" />
              )
            }
            onClick={() => onPin(post, !post.is_pinned)}
          >
            {post.is_pinned ? messages.unpin : messages.pin}
          </LightButton>
        )}
      </div>
    </li>
  )
}

function PostId({ id }: { id: string }) {
  return (
    <span className={classes.id}>
      <span>
        <span className={classes.idName}>{messages.id}</span> {id}
      </span>
      <CopyValue value={id} label={messages.copyId} copied={messages.idCopied} />
    </span>
  )
}
