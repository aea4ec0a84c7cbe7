import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useListPanel } from '../../shared/record-list/record-list.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { PinnedTab } from './pinned-tab.tsx'
import { PostFeed } from './post-feed.tsx'
import { tabNames } from './post-messages.ts'

// The lists need no form: its script comes with the third tab.
const PostEditor = lazyPart('post-editor', () => import('./post-editor.tsx').then((part) => part.PostEditor))
const EditPost = lazyPart('post-edit', () => import('./edit-post.tsx').then((part) => part.EditPost))

const route = getRouteApi('/signed-in/create-post')

type PostTab = 'posts' | 'pinned' | 'create'

const tabs = (['posts', 'pinned', 'create'] as const).map((value) => ({ value, label: tabNames[value] }))

/**
 * Post Management: the provider's posts, the pinned ones, and the editor, which changes a post when the address names
 * one and makes a new one otherwise (POST-05, POST-13, OQ-079).
 */
export function PostManagementPage() {
  const { tab: wanted = 'posts', id, q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const tab: PostTab = id === undefined ? wanted : 'create'
  const panel = useListPanel()

  // What was typed into a new post stays while other tabs are looked at; a made post leaves an empty editor.
  const isCreating = tab === 'create' && id === undefined
  const [wasOpened, setWasOpened] = useState(isCreating)
  if (isCreating && !wasOpened) setWasOpened(true)
  const [made, setMade] = useState(0)

  const showPosts = () => {
    // The editor had the focus and is gone.
    panel.focus()
    void navigate({ search: {} })
  }

  return (
    <StatusTabs
      label="Posts"
      tabs={tabs}
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
      <Suspense fallback={null}>
        {id !== undefined && <EditPost key={id} id={id} onDone={showPosts} />}
        {wasOpened && (
          <div hidden={!isCreating}>
            <PostEditor
              key={made}
              record={null}
              onDone={() => {
                setMade((count) => count + 1)
                showPosts()
              }}
              onCancel={() => void navigate({ search: {} })}
            />
          </div>
        )}
      </Suspense>
    </StatusTabs>
  )
}
