import { listPostsOfUser } from '@greenroom/contract/community/post/post.endpoints'
import { newAuthorName, type Post, type PostAuthor } from '@greenroom/contract/community/post/post.schema'
import { useId } from 'react'
import { useSession } from '../../../lib/api/current-session.ts'
import { useRead } from '../../../lib/api/hooks.ts'
import { useMinute } from '../../../lib/minute.ts'
import { PostView } from '../../../shared/community/post-view/post-view.tsx'
import { SkeletonPosts } from '../../../shared/community/post-view/skeleton-posts.tsx'
import { useObjectUrls } from '../../../ui/use-object-url.ts'
import { draftPost } from './post-draft.ts'
import { isEmptyPost, type PostFormValues } from './post-form-values.ts'
import { postEditorMessages as messages } from './post-messages.ts'
import classes from './post-preview.module.css'

interface PostPreviewProps {
  values: PostFormValues
  base: Post | null
  fileOf: (mark: unknown) => File | undefined
}

/** The post that is being written, as members will see it (OQ-221). */
export function PostPreview({ values, base, fileOf }: PostPreviewProps) {
  const id = useId()
  const now = useMinute()
  const author = useAuthor(base)
  const files = [...values.new_images, values.video].map(fileOf).filter((file) => file !== undefined)
  const urls = useObjectUrls(files)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
    <section className={classes.preview} aria-labelledby={id} tabIndex={0}>
      <h2 id={id} className="gr-heading gr-bold">
        {messages.preview}
      </h2>
      {author === undefined ? (
        <SkeletonPosts label={messages.previewLoading} count={1} />
      ) : (
        <div className={classes.card}>
          <PostView
            post={draftPost({
              values,
              base,
              author,
              now: new Date(now),
              fileOf,
              urlOf: (file) => urls.get(file),
            })}
            headingLevel={3}
            isDraft
          />
          {isEmptyPost(values, base) && <p className="gr-small gr-faint">{messages.previewEmpty}</p>}
        </div>
      )}
    </section>
  )
}

/** Returns the author of the provider's posts, read from the newest one; undefined while it loads. */
function useAuthor(base: Post | null): PostAuthor | undefined {
  const id = useSession()?.admin_post_user_id
  const newest = useRead(
    listPostsOfUser,
    { params: { user_id: id ?? '' }, query: { feed_limit: 1, feed_offset: 0 } },
    { enabled: base === null && id !== undefined },
  )
  if (base) return base.user
  if (id === undefined || newest.isPending) return undefined
  return newest.data?.[0]?.user ?? newAuthor(id)
}

function newAuthor(id: string): PostAuthor {
  return {
    id,
    _id: id,
    ...newAuthorName,
    profile_picture: null,
    username: '',
    designation: '',
    memberships: { is_opc: false },
  }
}
