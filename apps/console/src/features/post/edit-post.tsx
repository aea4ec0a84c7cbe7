import { getPost } from '@greenroom/contract/post/post.endpoints'
import { Post } from '@greenroom/contract/post/post.schema'
import { getSession } from '@greenroom/contract/session/session.endpoints'
import { useLocation, useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { ApiError, failureHelp } from '../../lib/api/api-error.ts'
import { useRead } from '../../lib/api/hooks.ts'
import { paths } from '../../lib/paths.ts'
import { LightButton } from '../../ui/light-button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import classes from './edit-post.module.css'
import { PostEditor } from './post-editor.tsx'
import { editorWords as words } from './post-messages.ts'

interface EditPostProps {
  id: string
  /** It is saved or deleted, or was left unchanged. */
  onDone: () => void
}

/**
 * The editor of a stored post. The one that a card handed over is a head start; after a reload or by a shared link it
 * is loaded (OQ-007, OQ-079).
 * @throws ApiError with status 404 for an id that does not exist, which shows the error view
 */
export function EditPost({ id, onDone }: EditPostProps) {
  const handedOver = useLocation({ select: ({ state }) => state.post })
  const session = useRead(getSession, {})
  const provider = session.data?.admin_post_user_id
  const navigate = useNavigate()
  const stored = useRead(getPost, { params: { id } }, { keepPrevious: false })
  if (stored.error instanceof ApiError && stored.error.status === 404) throw stored.error

  const post = stored.data?.post ?? headStart(handedOver, id)
  const cancel = () => void navigate({ to: paths.posts, search: {} })
  if (post && provider !== undefined) {
    if (post.user._id === provider) return <PostEditor record={post} onDone={onDone} onCancel={cancel} />
    return (
      <StatePanel
        kind="error"
        title={words.foreign}
        help={words.foreignHelp}
        action={<LightButton onClick={cancel}>{words.toPosts}</LightButton>}
      />
    )
  }
  const failed = [stored, session].filter(({ data, error }) => data === undefined && error !== null)
  if (failed.length === 0) return <Waiting />
  return (
    <StatePanel
      kind="error"
      title={words.loadFailed}
      help={failureHelp(failed[0]?.error)}
      action={
        <LightButton
          onClick={() => {
            for (const one of failed) void one.refetch()
          }}
        >
          Retry
        </LightButton>
      }
    />
  )
}

function headStart(handedOver: unknown, id: string): Post | null {
  const { data } = z.safeParse(Post, handedOver)
  return data?._id === id ? data : null
}

/** The shape of the first sections. */
function Waiting() {
  return (
    <Loading label={words.loading} className={classes.waiting}>
      {[1, 2].map((section) => (
        <div key={section} className={classes.section}>
          <Skeleton width="96px" height={16} />
          <div className={classes.fields}>
            <Skeleton height={64} />
            <Skeleton height={120} />
          </div>
        </div>
      ))}
    </Loading>
  )
}
