import { listCreators } from '@greenroom/contract/creator/creator.endpoints'
import { Button } from '@mantine/core'
import { IconMicrophone2, IconPlus, IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { failureHelp } from '../../lib/api/api-error.ts'
import { callEndpoint } from '../../lib/api/client.ts'
import { rowsOfPages } from '../../lib/api/rows-of-pages.ts'
import { creatorListMessages } from '../../shared/creator-picker/creator-list-messages.ts'
import { CardGrid } from '../../ui/card-grid.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { SkeletonTextCards } from '../../ui/skeleton-text-cards.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { CreatorCard } from './creator-card.tsx'

interface CreatorCardsProps {
  /** Only creators whose name or e-mail contains this; all when it is empty. */
  q: string
  onClearSearch: () => void
  onCreate: () => void
  /** Told that Load More has gone, since there is no more. */
  onLastPage: () => void
}

const pageSize = 100

/** The cards of All Creators, one hundred at a time (CRE-02, CRE-09). */
export function CreatorCards({ q, onClearSearch, onCreate, onLastPage }: CreatorCardsProps) {
  const creators = useInfiniteQuery({
    // Its first word is the endpoint's name, so that a new creator asks for it anew.
    queryKey: [listCreators.name, 'pages', q],
    queryFn: async ({ pageParam, signal }) =>
      (await callEndpoint(listCreators, { query: { q, limit: pageSize, offset: pageParam }, signal })).data,
    initialPageParam: 0,
    // Only a full page may have more behind it.
    getNextPageParam: (page, pages) => (page.length < pageSize ? undefined : pages.length * pageSize),
    placeholderData: keepPreviousData,
  })

  if (creators.isPending) return <SkeletonTextCards label={creatorListMessages.loading} />
  if (!creators.data) {
    return (
      <StatePanel
        kind="error"
        title={creatorListMessages.failed}
        help={failureHelp(creators.error)}
        action={
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
            onClick={() => void creators.refetch()}
          >
            Retry
          </Button>
        }
      />
    )
  }
  const shown = rowsOfPages(creators.data.pages)
  if (shown.length === 0) {
    return q === '' ? (
      <StatePanel
        kind="empty"
        icon={<IconMicrophone2 size={20} stroke={1.5} aria-hidden="true" />}
        title={creatorListMessages.empty}
        help="Creators stand here once they are created."
        action={
          <Button leftSection={<IconPlus size={16} stroke={1.5} aria-hidden="true" />} onClick={onCreate}>
            Create Creator
          </Button>
        }
      />
    ) : (
      <StatePanel
        kind="no-match"
        title={creatorListMessages.empty}
        help={`No name or e-mail contains “${q}”.`}
        action={
          <Button variant="default" onClick={onClearSearch}>
            Clear search
          </Button>
        }
      />
    )
  }
  return (
    <div aria-busy={creators.isPlaceholderData || undefined}>
      <CardGrid label="Creators">
        {shown.map((creator) => (
          <CreatorCard key={creator._id} creator={creator} />
        ))}
      </CardGrid>
      {creators.hasNextPage && (
        <LoadMore
          busy={creators.isFetchingNextPage}
          failure={
            creators.isFetchNextPageError && `${creatorListMessages.failed} ${failureHelp(creators.error)}`
          }
          onLoadMore={() =>
            void creators.fetchNextPage().then((loaded) => loaded.hasNextPage || onLastPage())
          }
        />
      )}
    </div>
  )
}
