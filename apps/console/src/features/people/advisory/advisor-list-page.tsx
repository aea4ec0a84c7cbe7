import { type createAdvisor, listAdvisors } from '@greenroom/contract/people/advisory/advisory.endpoints'
import { IconHeadset } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePagedRows } from '../../../lib/api/paged-rows.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { showRecord } from '../../../shared/record/record-list/shown-record.ts'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import { AdvisorCreateTab } from './advisor-create-tab.tsx'
import { AdvisorLines } from './advisor-lines.tsx'
import { advisorMessages } from './advisory-messages.ts'

const route = getRouteApi('/signed-in/advisory/advisors')

/** The advisors as cards, and a form for a new one (ADV-15 to ADV-18, SHELL-32). */
export function AdvisorListPage(): ReactNode {
  const { tab = 'all' } = route.useSearch()
  const navigate = route.useNavigate()
  const panel = useListPanel()
  const list = usePagedRows(listAdvisors)
  const mayCreate = useMay<typeof createAdvisor>('advisory.write')
  const open = (next: 'all' | 'create') =>
    void navigate({ search: { tab: next === 'all' ? undefined : next } })

  return (
    <StatusTabs
      label={advisorMessages.tabsLabel}
      tabs={mayCreate ? advisorMessages.tabs : { all: advisorMessages.tabs.all }}
      value={tab}
      onChange={open}
    >
      {tab === 'all' ? (
        <RecordList
          list={list}
          messages={advisorMessages}
          icon={IconHeadset}
          create={mayCreate ? { label: advisorMessages.create, onClick: () => open('create') } : undefined}
          skeleton={<AdvisorLines.Skeleton count={8} />}
          panel={panel}
        >
          {(rows) => <AdvisorLines rows={rows} />}
        </RecordList>
      ) : (
        <AdvisorCreateTab
          onCreated={(id) => {
            showRecord(id)
            open('all')
          }}
        />
      )}
    </StatusTabs>
  )
}
