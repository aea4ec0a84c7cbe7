import { listAdvisors } from '@greenroom/contract/advisory/advisory.endpoints'
import { Button } from '@mantine/core'
import { IconHeadset, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { callEndpoint } from '../../lib/api/client.ts'
import { rowsOfPages } from '../../lib/api/rows-of-pages.ts'
import { CardList, useListPanel } from '../../shared/card-list/card-list.tsx'
import { SkeletonTextCards } from '../../ui/skeleton-text-cards.tsx'
import { type StatusTab, StatusTabs } from '../../ui/status-tabs.tsx'
import { AdvisorCard } from './advisor-card.tsx'
import { AdvisorCreateTab } from './advisor-create-tab.tsx'
import { advisorWords } from './advisory-messages.ts'

type AdvisorsTab = keyof typeof advisorWords.tabs

const route = getRouteApi('/signed-in/advisory/advisors')

const tabs: readonly StatusTab<AdvisorsTab>[] = [
  { value: 'all', label: advisorWords.tabs.all },
  { value: 'create', label: advisorWords.tabs.create },
]

/** How many advisors one call asks for. */
const pageSize = 100

/** The advisors as cards, and a form for a new one (ADV-15 to ADV-18, SHELL-32). */
export function AdvisorListPage() {
  const { tab = 'all' } = route.useSearch()
  const navigate = route.useNavigate()
  const { panel } = useListPanel()
  const list = useAdvisorPages()

  // What had the focus is gone after an advisor is made: it goes to the list.
  const isMade = useRef(false)
  useEffect(() => {
    if (tab !== 'all' || !isMade.current) return
    isMade.current = false
    panel.current?.focus({ preventScroll: true })
  }, [tab, panel])

  const open = (next: AdvisorsTab) => void navigate({ search: { tab: next === 'all' ? undefined : next } })

  return (
    <StatusTabs label={advisorWords.tabsLabel} tabs={tabs} value={tab} onChange={open}>
      {tab === 'all' ? (
        <CardList
          list={list}
          words={advisorWords}
          icon={<IconHeadset size={20} stroke={1.5} aria-hidden="true" />}
          emptyAction={
            <Button
              leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
              onClick={() => open('create')}
            >
              {advisorWords.create}
            </Button>
          }
          skeleton={<SkeletonTextCards label={advisorWords.loading} />}
          panel={panel}
          card={(advisor) => <AdvisorCard key={advisor._id} advisor={advisor} />}
        />
      ) : (
        <AdvisorCreateTab
          onCreated={() => {
            isMade.current = true
            open('all')
          }}
        />
      )}
    </StatusTabs>
  )
}

function useAdvisorPages() {
  const list = useInfiniteQuery({
    // Its first word is the endpoint's name, so that a new advisor asks for it anew.
    queryKey: [listAdvisors.name, 'pages'],
    queryFn: async ({ pageParam, signal }) =>
      (await callEndpoint(listAdvisors, { query: { limit: pageSize, offset: pageParam }, signal })).data,
    initialPageParam: 0,
    // Only a full page may have more behind it.
    getNextPageParam: (page, pages) => (page.length < pageSize ? undefined : pages.length * pageSize),
  })
  return { ...list, rows: list.data && rowsOfPages(list.data.pages) }
}
