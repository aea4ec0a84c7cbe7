import { getPost } from '@greenroom/contract/community/post/post.endpoints'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { ApiError, failureMessage } from '../../../lib/api/api-error.ts'
import { useRead } from '../../../lib/api/hooks.ts'
import { SkeletonPosts } from '../../../shared/community/post-view/skeleton-posts.tsx'
import type { ListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { LightButton } from '../../../ui/light-button.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { ActivitySearch } from './activity-search.tsx'
import classes from './post-feed.module.css'
import { PostCards, PostFeed } from './post-feed.tsx'
import { postSearchMessages as messages } from './post-messages.ts'

interface PinnedTabProps {
  /** The searched activity ID; empty shows the list. */
  q: string
  onSearch: (id: string) => void
  panel: ListPanel
}

/** All pinned posts, or the post with the searched ID, pinned or not (POST-07, POST-32, OQ-084). */
export function PinnedTab({ q, onSearch, panel }: PinnedTabProps) {
  return (
    <>
      <ActivitySearch value={q} onSearch={onSearch} />
      {q === '' ? (
        <PostFeed list="pinned" panel={panel} />
      ) : (
        <FoundPost id={q} onClear={() => onSearch('')} />
      )}
    </>
  )
}

function FoundPost({ id, onClear }: { id: string; onClear: () => void }) {
  const found = useRead(getPost, { params: { id } }, { keepPrevious: false })
  if (found.data) return <PostCards label={messages.found} posts={[found.data.post]} />
  if (found.isPending) {
    return (
      <div className={classes.panel}>
        <SkeletonPosts label={messages.loading} count={1} />
      </div>
    )
  }
  const isRefused = found.error instanceof ApiError && found.error.status >= 400 && found.error.status < 500
  return (
    <StatePanel
      kind="error"
      title={messages.failed(failureMessage(found.error))}
      action={
        isRefused ? (
          <LightButton icon={<IconX size={16} stroke={1.5} aria-hidden="true" />} onClick={onClear}>
            {messages.clear}
          </LightButton>
        ) : (
          <LightButton
            icon={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
            busy={found.isFetching}
            onClick={() => void found.refetch()}
          >
            Retry
          </LightButton>
        )
      }
    />
  )
}
