import { type createCoupon, listCoupons } from '@greenroom/contract/money/coupon/coupon.endpoints'
import { type CouponGroup, hasCouponEnded } from '@greenroom/contract/money/coupon/coupon.rules'
import type { ListedCoupon } from '@greenroom/contract/money/coupon/coupon.schema'
import { Button } from '@mantine/core'
import { IconPlus, IconRosetteDiscount } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { usePagedRows } from '../../../lib/api/paged-rows.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { shownCounts } from '../../../lib/group-count.ts'
import { BusinessDaysNote } from '../../../shared/field/business-days/business-days-note.tsx'
import { DueFilter, dueFilter } from '../../../shared/record/record-list/due-filter.tsx'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListDialog } from '../../../shared/record/record-list/use-list-dialog.ts'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import classes from './coupon-list-page.module.css'
import { couponPageMessages as messages } from './coupon-page-messages.ts'
import { CouponTable } from './coupon-table.tsx'

const CouponRecordDialog = lazyDialog('coupon-dialog', () =>
  import('./coupon-record-dialog.tsx').then((part) => part.CouponRecordDialog),
)
const prefetchDialog = () => prefetchDialogs(CouponRecordDialog)

const route = getRouteApi('/signed-in/coupons')

/** A saved coupon replaces its cached copies at once, and may then belong to another tab. */
const belongsTo: Record<CouponGroup, (coupon: ListedCoupon) => boolean> = {
  active: (coupon) => !hasCouponEnded(coupon, new Date()),
  ended: (coupon) => hasCouponEnded(coupon, new Date()),
  unlinked: (coupon) => coupon.links_count === 0,
}

/** All coupons, with what they are linked to and how often they were redeemed (OQ-305). */
export function CouponListPage(): ReactNode {
  const panel = useListPanel()
  const address = useListDialog<CouponGroup>('active', panel, messages)
  const { tab, q, dialog } = address
  const { ends } = route.useSearch()
  const { go } = useListSearch<{ ends?: undefined }>()
  const showAll = () => go({ ends: undefined })
  const mayCreate = useMay<typeof createCoupon>('content.write')
  const list = usePagedRows(listCoupons, {
    group: tab,
    query: { group: tab, search: q, ...(ends && { ends }) },
    pageSize: 50,
    belongs: belongsTo[tab],
  })

  return (
    <>
      <StatusTabs
        label={messages.tabsLabel}
        tabs={messages.tabs}
        counts={shownCounts(list.groupCounts)}
        value={tab}
        onChange={address.showTab}
      >
        <div className={classes.tools}>
          <SearchField {...address.search} />
          {mayCreate && (
            <Button
              size="md"
              leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
              onPointerEnter={prefetchDialog}
              onFocus={prefetchDialog}
              onClick={address.openNew}
            >
              {messages.createNew}
            </Button>
          )}
        </div>
        <DueFilter due={ends} panel={panel} onRemove={showAll} />
        <BusinessDaysNote />
        <RecordList
          list={list}
          messages={{ ...messages, emptyHelp: messages.emptyHelp[tab] }}
          icon={IconRosetteDiscount}
          skeleton={<CouponTable.Skeleton count={10} />}
          filter={address.filter ?? dueFilter(ends, showAll)}
          panel={panel}
        >
          {(rows) => (
            <CouponTable rows={rows} onOpen={({ _id }) => address.openEdit(_id)} onIntent={prefetchDialog} />
          )}
        </RecordList>
      </StatusTabs>
      {dialog && (
        <CouponRecordDialog
          key={dialog.key}
          {...dialog.props(list.rows)}
          onSaved={(coupon) =>
            address.afterSave(hasCouponEnded(coupon, new Date()) ? 'ended' : 'active', coupon._id)
          }
          onRemoved={address.afterRemove}
        />
      )}
    </>
  )
}
