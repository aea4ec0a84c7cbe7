import type { Post } from '@greenroom/contract/post/post.schema'
import { IconRefresh, IconSpeakerphone } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { failureHelp } from '../../lib/api/api-error.ts'
import { useSession } from '../../lib/api/session.ts'
import { LightButton } from '../../ui/light-button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { PostCard } from './post-card.tsx'
import classes from './post-feed.module.css'
import { listWords } from './post-messages.ts'
import { type PostList, usePostPages } from './post-pages.ts'
import { SkeletonPosts } from './skeleton-posts.tsx'
import { usePin } from './use-pin.ts'

/** The posts of a tab, page by page (POST-06, POST-07, POST-30, POST-31). */
export function PostFeed({ list }: { list: PostList }) {
  const posts = usePostPages(list)
  const words = listWords[list]
  const panel = useRef<HTMLDivElement>(null)
  const focusPanel = () => panel.current?.focus({ preventScroll: true })

  // The last card takes the focus with it when it leaves.
  const hadPosts = useRef(false)
  const count = posts.rows?.length ?? 0
  useLayoutEffect(() => {
    if (count === 0 && hadPosts.current && document.activeElement === document.body) {
      panel.current?.focus({ preventScroll: true })
    }
    hadPosts.current = count > 0
  }, [count])

  return (
    <div ref={panel} tabIndex={-1} className={classes.panel}>
      {posts.rows ? (
        posts.rows.length === 0 ? (
          <StatePanel
            kind="empty"
            icon={<IconSpeakerphone size={20} stroke={1.5} aria-hidden="true" />}
            title={words.empty}
            help={words.emptyHelp}
          />
        ) : (
          <>
            <PostCards label={words.cardsLabel} posts={posts.rows} />
            {posts.hasNextPage && (
              <LoadMore
                busy={posts.isFetchingNextPage}
                failure={posts.isFetchNextPageError && `${words.loadFailed}. ${failureHelp(posts.error)}`}
                onLoadMore={async () => {
                  // The button goes with the last page, and the focus would go with it.
                  if (!(await posts.fetchNextPage()).hasNextPage) focusPanel()
                }}
              />
            )}
          </>
        )
      ) : posts.isError ? (
        <StatePanel
          kind="error"
          title={words.loadFailed}
          help={failureHelp(posts.error)}
          action={
            <LightButton
              icon={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
              onClick={() => {
                focusPanel()
                void posts.refetch()
              }}
            >
              Retry
            </LightButton>
          }
        />
      ) : (
        <SkeletonPosts label={words.loading} />
      )}
    </div>
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
