import { largestPage } from '@greenroom/contract/list'
import { type createNews, listNews, removeNews } from '@greenroom/contract/marketing/news/news.endpoints'
import type { News } from '@greenroom/contract/marketing/news/news.schema'
import { IconNews } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { callEndpoint } from '../../../lib/api/client.ts'
import { usePagedRows } from '../../../lib/api/paged-rows.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { shownCounts } from '../../../lib/group-count.ts'
import { paths } from '../../../lib/paths.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { moveToBin } from '../../../shared/record/undo/move-to-bin.ts'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import { NewsCard } from './news-card.tsx'
import { newsListMessages } from './news-messages.ts'

const route = getRouteApi('/signed-in/news')
const belongs = {
  current: (news: News) => news.is_active,
  inactive: (news: News) => !news.is_active,
}

/** The news snippets, current and inactive, newest first (SHELL-27, NEWS-02). */
export function NewsListPage(): ReactNode {
  const { tab = 'current' } = route.useSearch()
  const { go } = useListSearch<{ tab: typeof tab }>({ tab: 'current' })
  const list = usePagedRows(listNews, {
    pageSize: largestPage,
    rowsOf: (data) => data.news_list,
    belongs: belongs[tab],
  })
  const mayCreate = useMay<typeof createNews>('content.write')
  const panel = useListPanel()
  const client = useQueryClient()
  return (
    <StatusTabs
      label={newsListMessages.tabsLabel}
      tabs={newsListMessages.tabs}
      counts={shownCounts(list.groupCounts)}
      value={tab}
      onChange={(chosen) => go({ tab: chosen })}
    >
      <RecordList
        list={list}
        messages={{ ...newsListMessages, emptyHelp: newsListMessages.emptyHelp[tab] }}
        icon={IconNews}
        create={mayCreate && tab === 'current' ? paths.newsCreate : undefined}
        panel={panel}
        card={(news) => (
          <NewsCard
            key={news._id}
            news={news}
            onMoveToBin={() => {
              panel.focus()
              void moveToBin(
                client,
                news._id,
                () => callEndpoint(removeNews, { params: { id: news._id }, version: news.version }),
                [listNews],
              )
            }}
          />
        )}
      />
    </StatusTabs>
  )
}
