import { getPost } from '@greenroom/contract/community/post/post.endpoints'
import { Post } from '@greenroom/contract/community/post/post.schema'
import { getSession } from '@greenroom/contract/staff/session/session.endpoints'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { useRead } from '../../../lib/api/hooks.ts'
import { paths } from '../../../lib/paths.ts'
import { useRecordName } from '../../../lib/record-name.ts'
import { headStart } from '../../../shared/record/edited-record/use-edited-record.ts'
import { FormSkeleton } from '../../../shared/record/record-form/record-form-page.tsx'
import { LoadFailure } from '../../../shared/record/record-list/load-failure.tsx'
import { showRecord } from '../../../shared/record/record-list/shown-record.ts'
import { LightButton } from '../../../ui/light-button.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { PostEditor } from './post-editor.tsx'
import { prefetchPostParts } from './post-fields.tsx'
import { postEditorMessages as messages } from './post-messages.ts'

/**
 * The screen that edits a post. Until it is loaded, the one that the card passed along is used (OQ-007, OQ-079).
 * @throws ApiError with status 404 for an id that does not exist, which shows the error view
 */
export function PostEditPage(): ReactNode {
  const { id } = useParams({ from: '/signed-in/create-post/edit/$id' })
  const handedOver = useLocation({ select: ({ state }) => state.post })
  const session = useRead(getSession, {})
  const provider = session.data?.admin_post_user_id
  const navigate = useNavigate()
  const stored = useRead(getPost, { params: { id } }, { keepPrevious: false })
  const post = stored.data?.post ?? headStart(Post, handedOver, id)
  useRecordName(post?.message.split('\n')[0])
  // Keep an open form: its save reports that the post is gone.
  if (post === null && stored.error instanceof ApiError && stored.error.status === 404) throw stored.error
  // Its tags and attachments would move the fields below them if their parts came later.
  const [isReady, setIsReady] = useState(false)
  useEffect(() => void prefetchPostParts().then(() => setIsReady(true)), [])
  const toPosts = () => void navigate({ to: paths.posts, search: {} })
  if (post && provider !== undefined && isReady) {
    if (post.user._id === provider) {
      return (
        <PostEditor
          record={post}
          onSaved={({ _id }) => {
            showRecord(_id)
            toPosts()
          }}
          onDeleted={toPosts}
          onCancel={toPosts}
        />
      )
    }
    return (
      <StatePanel
        kind="error"
        title={messages.foreign}
        help={messages.foreignHelp}
        action={<LightButton onClick={toPosts}>{messages.toPosts}</LightButton>}
      />
    )
  }
  const failed = [stored, session].filter(({ data, error }) => data === undefined && error !== null)
  if (failed.length === 0) return <FormSkeleton label={messages.loading} />
  const retry = () => {
    for (const one of failed) void one.refetch()
  }
  return <LoadFailure title={messages.loadFailed} error={failed[0]?.error ?? null} onRetry={retry} />
}
