import { getPost } from '@greenroom/contract/post/post.endpoints'
import { IconRefresh, IconX } from '@tabler/icons-react'
import { ApiError, failureMessage } from '../../lib/api/api-error.ts'
import { useRead } from '../../lib/api/hooks.ts'
import { SkeletonPosts } from '../../shared/post-view/skeleton-posts.tsx'
import type { ListPanel } from '../../shared/record-list/record-list.tsx'
import { LightButton } from '../../ui/light-button.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { ActivitySearch } from './activity-search.tsx'
import classes from './post-feed.module.css'
import { PostCards, PostFeed } from './post-feed.tsx'
import { searchWords as words } from './post-messages.ts'

interface PinnedTabProps {
  /** The activity ID that is searched for; empty shows the list. */
  q: string
  onSearch: (id: string) => void
  panel: ListPanel
}

/** The pinned posts of everybody, or the one post that an ID finds, pinned or not (POST-07, POST-32, OQ-084). */
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
  if (found.data) return <PostCards label={words.found} posts={[found.data.post]} />
  if (found.isPending) {
    return (
      <div className={classes.panel}>
        <SkeletonPosts label={words.loading} count={1} />
      </div>
    )
  }
  const isRefused = found.error instanceof ApiError && found.error.status >= 400 && found.error.status < 500
  return (
    <StatePanel
      kind="error"
      title={words.failed(failureMessage(found.error))}
      action={
        isRefused ? (
          <LightButton icon={<IconX size={16} stroke={1.5} aria-hidden="true" />} onClick={onClear}>
            {words.clear}
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
