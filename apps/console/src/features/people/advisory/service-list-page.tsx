import { listAdvisoryServices } from '@greenroom/contract/people/advisory/advisory.endpoints'
import { IconHeadset } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePagedRows } from '../../../lib/api/paged-rows.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { serviceListMessages } from './advisory-messages.ts'
import { ServiceLines } from './service-lines.tsx'

/** The advisory services as cards (ADV-19 to ADV-21, SHELL-33). */
export function ServiceListPage(): ReactNode {
  const list = usePagedRows(listAdvisoryServices)
  return (
    <RecordList
      list={list}
      messages={serviceListMessages}
      icon={IconHeadset}
      skeleton={<ServiceLines.Skeleton count={6} />}
      panel={useListPanel()}
    >
      {(rows) => <ServiceLines rows={rows} />}
    </RecordList>
  )
}
