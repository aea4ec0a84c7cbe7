import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.ts'
import { PartBoundary } from '../../ui/part-boundary.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { PinnedTab } from './pinned-tab.tsx'
import { PostFeed } from './post-feed.tsx'
import classes from './post-management-page.module.css'
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
  const panel = useRef<HTMLDivElement>(null)

  // What was typed into a new post stays while other tabs are looked at; a made post leaves an empty editor.
  const isCreating = tab === 'create' && id === undefined
  const [wasOpened, setWasOpened] = useState(isCreating)
  if (isCreating && !wasOpened) setWasOpened(true)
  const [made, setMade] = useState(0)

  // The editor that had the focus has gone.
  const isDone = useRef(false)
  useEffect(() => {
    if (tab !== 'posts' || !isDone.current) return
    isDone.current = false
    panel.current?.focus({ preventScroll: true })
  }, [tab])
  const showPosts = () => {
    isDone.current = true
    void navigate({ search: {} })
  }

  return (
    <StatusTabs
      label="Posts"
      tabs={tabs}
      value={tab}
      onChange={(next) => void navigate({ search: next === 'posts' ? {} : { tab: next } })}
    >
      <div ref={panel} tabIndex={-1} className={classes.panel}>
        {tab === 'posts' && <PostFeed list="posts" />}
        {tab === 'pinned' && (
          <PinnedTab
            q={q}
            onSearch={(text) =>
              void navigate({ search: { tab: 'pinned', ...(text === '' ? {} : { q: text }) } })
            }
          />
        )}
        {id !== undefined && (
          <PartBoundary key={id} fallback={null}>
            <EditPost id={id} onDone={showPosts} />
          </PartBoundary>
        )}
        {wasOpened && (
          <div hidden={!isCreating}>
            <PartBoundary fallback={null}>
              <PostEditor
                key={made}
                record={null}
                onDone={() => {
                  setMade((count) => count + 1)
                  showPosts()
                }}
                onCancel={() => void navigate({ search: {} })}
              />
            </PartBoundary>
          </div>
        )}
      </div>
    </StatusTabs>
  )
}
