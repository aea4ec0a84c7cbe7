import type { createPost } from '@greenroom/contract/community/post/post.endpoints'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { useMay } from '../../../lib/api/permissions.ts'
import { useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { showRecord } from '../../../shared/record/record-list/shown-record.ts'
import { lazyPart } from '../../../ui/lazy-part.ts'
import { PartBoundary } from '../../../ui/part-boundary.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import { PinnedTab } from './pinned-tab.tsx'
import { PostFeed } from './post-feed.tsx'
import classes from './post-management-page.module.css'
import { postTabLabels } from './post-messages.ts'

// The lists need no editor: its script is loaded with the third tab.
const PostEditor = lazyPart('post-editor', () => import('./post-editor.tsx').then((part) => part.PostEditor))

const route = getRouteApi('/signed-in/create-post')

/** Post Management: the provider's posts, the pinned ones, and the editor of a new one (POST-05, POST-13, OQ-079). */
export function PostManagementPage(): ReactNode {
  const { tab = 'posts', q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const panel = useListPanel()
  const mayCreate = useMay<typeof createPost>('content.write')
  const { create, ...lists } = postTabLabels

  // A new post stays mounted while other tabs are shown; once it is created, an empty editor replaces it.
  const isCreating = tab === 'create'
  const isCreatingNow = useRef(isCreating)
  isCreatingNow.current = isCreating
  const [wasOpened, setWasOpened] = useState(isCreating)
  if (isCreating && !wasOpened) setWasOpened(true)
  const [createdCount, setCreatedCount] = useState(0)

  const showPosts = () => {
    // The editor had the focus and is removed.
    panel.focus()
    void navigate({ search: {} })
  }

  return (
    <StatusTabs
      label="Posts"
      tabs={mayCreate ? { ...lists, create } : lists}
      value={tab}
      onChange={(next) => void navigate({ search: next === 'posts' ? {} : { tab: next } })}
    >
      {tab === 'posts' && <PostFeed list="posts" panel={panel} />}
      {tab === 'pinned' && (
        <PinnedTab
          q={q}
          panel={panel}
          onSearch={(text) =>
            void navigate({ search: { tab: 'pinned', ...(text === '' ? {} : { q: text }) } })
          }
        />
      )}
      <div className={classes.editor}>
        {wasOpened && (
          <div hidden={!isCreating}>
            <PartBoundary fallback={null}>
              <PostEditor
                key={createdCount}
                record={null}
                onSaved={({ _id }) => {
                  setCreatedCount((count) => count + 1)
                  // Another tab may be open by the time it is saved.
                  if (!isCreatingNow.current) return
                  showRecord(_id)
                  showPosts()
                }}
                onDeleted={showPosts}
                onCancel={() => void navigate({ search: {} })}
              />
            </PartBoundary>
          </div>
        )}
      </div>
    </StatusTabs>
  )
}
