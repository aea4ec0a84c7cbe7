import { listAdvisoryServices } from '@greenroom/contract/advisory/advisory.endpoints'
import { IconHeadset } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { callEndpoint } from '../../lib/api/client.ts'
import { rowsOfPages } from '../../lib/api/rows-of-pages.ts'
import { CardList, useListPanel } from '../../shared/card-list/card-list.tsx'
import { SkeletonTextCards } from '../../ui/skeleton-text-cards.tsx'
import { serviceListWords } from './advisory-messages.ts'
import { ServiceCard } from './service-card.tsx'

/** How many services one call asks for. */
const pageSize = 100

/** The advisory services as cards (ADV-19 to ADV-21, SHELL-33). */
export function ServiceListPage() {
  const { panel } = useListPanel()
  const list = useInfiniteQuery({
    // Its first word is the endpoint's name, so that a saved service asks for it anew.
    queryKey: [listAdvisoryServices.name, 'pages'],
    queryFn: async ({ pageParam, signal }) =>
      (await callEndpoint(listAdvisoryServices, { query: { limit: pageSize, offset: pageParam }, signal }))
        .data,
    initialPageParam: 0,
    // Only a full page may have more behind it.
    getNextPageParam: (page, pages) => (page.length < pageSize ? undefined : pages.length * pageSize),
  })
  return (
    <CardList
      list={{ ...list, rows: list.data && rowsOfPages(list.data.pages) }}
      words={serviceListWords}
      icon={<IconHeadset size={20} stroke={1.5} aria-hidden="true" />}
      skeleton={<SkeletonTextCards label={serviceListWords.loading} lines={1} />}
      panel={panel}
      card={(service) => <ServiceCard key={service._id} service={service} />}
    />
  )
}
