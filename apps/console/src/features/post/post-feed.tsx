import type { Post } from '@greenroom/contract/post/post.schema'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useSession } from '../../lib/api/session.ts'
import { SkeletonPosts } from '../../shared/post-view/skeleton-posts.tsx'
import { type ListPanel, RecordList } from '../../shared/record-list/record-list.tsx'
import { PostCard } from './post-card.tsx'
import classes from './post-feed.module.css'
import { listWords } from './post-messages.ts'
import { type PostList, usePostPages } from './post-pages.ts'
import { usePin } from './use-pin.ts'

/** The posts of a tab, page by page (POST-06, POST-07, POST-30, POST-31). */
export function PostFeed({ list, panel }: { list: PostList; panel: ListPanel }) {
  const words = listWords[list]
  return (
    <RecordList
      list={usePostPages(list)}
      messages={words}
      icon={IconSpeakerphone}
      skeleton={<SkeletonPosts label={words.loading} />}
      panel={panel}
      className={classes.panel}
    >
      {(posts) => <PostCards label={words.cardsLabel} posts={posts} />}
    </RecordList>
  )
}

interface PostCardsProps {
  label: string
  posts: readonly Post[]
}

/** Posts as cards. When the one with the focus leaves, its neighbour takes the focus. */
export function PostCards({ label, posts }: PostCardsProps) {
  const provider = useSession()?.admin_post_user_id
  const pin = usePin()
  const list = useRef<HTMLUListElement>(null)
  // The card that holds the focus, and its place.
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
        // A card that is removed loses the focus to nothing; a person moves it to something.
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
