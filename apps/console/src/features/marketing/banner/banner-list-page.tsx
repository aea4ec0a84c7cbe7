import { largestPage } from '@greenroom/contract/list'
import {
  type createBanner,
  listBanners,
  type moveBanner,
  removeBanner,
  type updateBanner,
} from '@greenroom/contract/marketing/banner/banner.endpoints'
import type { Banner } from '@greenroom/contract/marketing/banner/banner.schema'
import { IconSlideshow } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { callEndpoint } from '../../../lib/api/client.ts'
import { type RowsPage, rowsOfPages, usePagedRows } from '../../../lib/api/paged-rows.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { shownCounts } from '../../../lib/group-count.ts'
import { useMinute } from '../../../lib/minute.ts'
import { paths } from '../../../lib/paths.ts'
import { DueFilter, dueFilter } from '../../../shared/record/record-list/due-filter.tsx'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { moveToBin } from '../../../shared/record/undo/move-to-bin.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import { BannerLines } from './banner-lines.tsx'
import { bannerListMessages } from './banner-messages.ts'
import { useBannerOrder } from './use-banner-order.ts'

const DeleteDialog = lazyDialog('banner-delete', () =>
  import('./banner-delete-dialog.tsx').then((part) => part.BannerDeleteDialog),
)

const route = getRouteApi('/signed-in/banners')
const belongs = {
  active: (banner: Banner) => banner.is_active,
  inactive: (banner: Banner) => !banner.is_active,
}

/** Counts the loaded banners of each tab. */
function countsOf(pages: readonly RowsPage<Banner>[] | undefined) {
  if (!pages) return undefined
  const all = rowsOfPages(pages)
  const active = all.filter(belongs.active).length
  return { active, inactive: all.length - active }
}

/** The active or inactive banners in display order (SHELL-24, BAN-03). */
export function BannerListPage(): ReactNode {
  const { tab = 'active', ends } = route.useSearch()
  const { go } = useListSearch<ReturnType<typeof route.useSearch>>({ tab: 'active' })
  const now = useMinute()
  const list = usePagedRows(listBanners, {
    query: ends ? { ends } : {},
    pageSize: largestPage,
    belongs: belongs[tab],
  })
  const order = useBannerOrder(list.rows)
  const mayCreate = useMay<typeof createBanner>('content.write')
  const mayWrite = useMay<typeof updateBanner>('content.write')
  const mayMove = useMay<typeof moveBanner>('content.write')
  // Some of them have no place to move to.
  const isOrdered = mayMove && tab === 'active' && ends === undefined && (order.rows?.length ?? 0) > 1
  const panel = useListPanel()
  const client = useQueryClient()
  const showAll = () => go({ tab: undefined, ends: undefined })
  const [deleting, setDeleting] = useState<Banner>()
  const { last: deleted } = useLastOpened(deleting)

  return (
    <>
      <StatusTabs
        label={bannerListMessages.toggleLabel}
        tabs={bannerListMessages.tabs}
        counts={ends ? {} : shownCounts(countsOf(list.pages))}
        value={tab}
        onChange={(chosen) => go({ tab: chosen, ends: undefined })}
      >
        <DueFilter due={ends} panel={panel} onRemove={showAll} />
        <p aria-live="polite" className="gr-unseen">
          {order.announcement}
        </p>
        <RecordList
          list={{ ...list, rows: order.rows }}
          messages={{
            ...bannerListMessages,
            empty: bannerListMessages.empty[tab],
            emptyHelp: bannerListMessages.emptyHelp[tab],
          }}
          icon={IconSlideshow}
          create={mayCreate && tab === 'active' ? paths.bannerForm : undefined}
          skeleton={<BannerLines.Skeleton count={8} />}
          filter={dueFilter(ends, showAll)}
          panel={panel}
        >
          {(rows) => (
            <BannerLines
              rows={rows}
              mayWrite={mayWrite}
              now={now}
              gripOf={isOrdered ? order.gripOf : undefined}
              onDelete={setDeleting}
              onMoveToBin={({ _id: id, version }) => {
                panel.focus()
                void moveToBin(client, id, () => callEndpoint(removeBanner, { params: { id }, version }), [
                  listBanners,
                ])
              }}
              onIntent={() => prefetchDialogs(DeleteDialog)}
            />
          )}
        </RecordList>
      </StatusTabs>
      {deleted && (
        <DeleteDialog
          // Resets to the question each time it opens.
          opened={deleting !== undefined}
          banner={deleted}
          onClose={() => setDeleting(undefined)}
          // The card that opened the dialog has left the list and cannot take the focus.
          onDeleted={panel.focus}
        />
      )}
    </>
  )
}
