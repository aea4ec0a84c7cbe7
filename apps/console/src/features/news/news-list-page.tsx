import { listNews } from '@greenroom/contract/news/news.endpoints'
import type { News } from '@greenroom/contract/news/news.schema'
import { IconNews } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { callEndpoint } from '../../lib/api/client.ts'
import { queryKey } from '../../lib/api/hooks.ts'
import { paths } from '../../lib/paths.ts'
import { CardList, useListPanel } from '../../shared/card-list/card-list.tsx'
import { useTabRows } from '../../shared/tab-rows/use-tab-rows.ts'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { NewsCard } from './news-card.tsx'
import { listWords } from './news-messages.ts'

const route = getRouteApi('/signed-in/news')
const tabs = (['current', 'inactive'] as const).map((value) => ({ value, label: listWords.tabs[value] }))

const belongs = {
  current: (news: News) => news.is_active,
  inactive: (news: News) => !news.is_active,
}

/** The news snippets, current and inactive, newest first (SHELL-27, NEWS-02). */
export function NewsListPage() {
  const { tab = 'current' } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useTabRows({ queryKey: queryKey(listNews), fetchPage, belongs: belongs[tab] })
  const { panel } = useListPanel()
  return (
    <StatusTabs
      label={listWords.tabsLabel}
      tabs={tabs}
      value={tab}
      onChange={(chosen) => void navigate({ search: { tab: chosen === 'current' ? undefined : chosen } })}
    >
      <CardList
        list={list}
        words={{ ...listWords, emptyHelp: listWords.emptyHelp[tab] }}
        icon={<IconNews size={20} stroke={1.5} aria-hidden="true" />}
        create={tab === 'current' ? paths.newsCreate : undefined}
        panel={panel}
        card={(news) => <NewsCard key={news._id} news={news} />}
      />
    </StatusTabs>
  )
}

async function fetchPage(query: { limit: number; offset: number }, signal: AbortSignal): Promise<News[]> {
  return (await callEndpoint(listNews, { query, signal })).data.news_list
}
