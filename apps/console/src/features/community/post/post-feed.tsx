import type { Post } from '@greenroom/contract/community/post/post.schema'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useSession } from '../../../lib/api/current-session.ts'
import { SkeletonPosts } from '../../../shared/community/post-view/skeleton-posts.tsx'
import { type ListPanel, RecordList } from '../../../shared/record/record-list/record-list.tsx'
import { PostCard } from './post-card.tsx'
import classes from './post-feed.module.css'
import { postListMessages } from './post-messages.ts'
import { type PostList, usePostPages } from './post-pages.ts'
import { usePin } from './use-pin.ts'

/** The posts of a tab, page by page (POST-06, POST-07, POST-30, POST-31). */
export function PostFeed({ list, panel }: { list: PostList; panel: ListPanel }) {
  const messages = postListMessages[list]
  return (
    <RecordList
      list={usePostPages(list)}
      messages={messages}
      icon={IconSpeakerphone}
      skeleton={<SkeletonPosts label={messages.loading} />}
      panel={panel}
      className={classes.panel}
    >
      {(posts) => <PostCards label={messages.cardsLabel} posts={posts} />}
    </RecordList>
  )
}

interface PostCardsProps {
  label: string
  posts: readonly Post[]
}

/** Posts as cards. When the focused one is removed, its neighbour takes the focus. */
export function PostCards({ label, posts }: PostCardsProps) {
  const provider = useSession()?.admin_post_user_id
  const pin = usePin()
  const list = useRef<HTMLUListElement>(null)
  // The focused card and its index.
  const held = useRef<{ id: string; place: number }>(undefined)

  useLayoutEffect(() => {
    const { id, place } = held.current ?? {}
    if (id === undefined || place === undefined || posts.some((post) => post._id === id)) return
    held.current = undefined
    const cards = list.current?.querySelectorAll<HTMLElement>('[data-post]') ?? []
    cards[Math.min(place, cards.length - 1)]?.focus({ preventScroll: true })
  }, [posts])

  return (
    <ul
      ref={list}
      className={classes.list}
      aria-label={label}
      onFocus={({ target }) => {
        const id = target.closest<HTMLElement>('[data-post]')?.dataset.post
        held.current =
          id === undefined ? undefined : { id, place: posts.findIndex((post) => post._id === id) }
      }}
      onBlur={({ relatedTarget }) => {
        // A removed card is blurred without a related target. A person moves the focus to another element.
        if (relatedTarget) held.current = undefined
      }}
    >
      {posts.map((post) => (
        <PostCard
          key={post._id}
          post={post}
          provider={provider}
          onPin={(one, isPinned) => void pin(one, isPinned)}
        />
      ))}
    </ul>
  )
}
