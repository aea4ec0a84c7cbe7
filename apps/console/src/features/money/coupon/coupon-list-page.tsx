import type { createExport } from '@greenroom/contract/desk/export/export.endpoints'
import type { NewExport } from '@greenroom/contract/desk/export/export.schema'
import {
  type changeCouponEnds,
  type createCoupon,
  listCoupons,
} from '@greenroom/contract/money/coupon/coupon.endpoints'
import {
  type CouponEnds,
  type CouponGroup,
  couponEnds,
  hasCouponEnded,
} from '@greenroom/contract/money/coupon/coupon.rules'
import {
  type CouponEntityType,
  couponEntityTypes,
  type ListedCoupon,
  mostEnds,
} from '@greenroom/contract/money/coupon/coupon.schema'
import { Button } from '@mantine/core'
import { IconPlus, IconRosetteDiscount } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { usePagedRows } from '../../../lib/api/paged-rows.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { shownCounts } from '../../../lib/group-count.ts'
import { BusinessDaysNote } from '../../../shared/field/business-days/business-days-note.tsx'
import { ExportButton } from '../../../shared/record/export/export-button.tsx'
import type { ChosenFormat } from '../../../shared/record/export/export-dialog.tsx'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListDialog } from '../../../shared/record/record-list/use-list-dialog.ts'
import { useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useLastOpened } from '../../../shared/record/record-list/use-opened-record.ts'
import { SelectionBar } from '../../../shared/record/selection/selection-bar.tsx'
import { useSelection } from '../../../shared/record/selection/use-selection.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import filter from '../../../ui/filter-bar.module.css'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import classes from './coupon-list-page.module.css'
import {
  couponExportMessages as exportMessages,
  couponPageMessages as messages,
} from './coupon-page-messages.ts'
import { CouponTable, SelectableCouponTable } from './coupon-table.tsx'

const CouponRecordDialog = lazyDialog('coupon-dialog', () =>
  import('./coupon-record-dialog.tsx').then((part) => part.CouponRecordDialog),
)
const CouponEndsDialog = lazyDialog('coupon-ends', () =>
  import('./coupon-record-dialog.tsx').then((part) => part.CouponEndsDialog),
)
const CouponLinkDialog = lazyDialog('coupon-links', () =>
  import('./coupon-link-dialog.tsx').then((part) => part.CouponLinkDialog),
)
const prefetchLink = () => prefetchDialogs(CouponLinkDialog)
const prefetchDialog = () => prefetchDialogs(CouponRecordDialog)

const route = getRouteApi('/signed-in/coupons')

/** One call links at most so many coupons. */
const mostLinked = 100

interface Filters {
  q?: string | undefined
  ends?: CouponEnds | undefined
  linked?: CouponEntityType | undefined
}

const endChoices = couponEnds.map((value) => ({ value, label: messages.endsIn[value] }))
const productChoices = couponEntityTypes.map((value) => ({ value, label: messages.products[value] }))

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
  const search = route.useSearch()
  // A coupon that has ended, or that nothing has, needs no filter for it.
  const ends = tab === 'ended' ? undefined : couponEnds.find((one) => one === search.ends)
  const linked = tab === 'unlinked' ? undefined : couponEntityTypes.find((one) => one === search.linked)
  const { go } = useListSearch<Filters>()
  const isFiltered = ends !== undefined || linked !== undefined
  const clear = () => go({ ends: undefined, linked: undefined })
  const mayCreate = useMay<typeof createCoupon>('content.write')
  const filters = { group: tab, search: q, ...(ends && { ends }), ...(linked && { linked_to: linked }) }
  const list = usePagedRows(listCoupons, {
    group: tab,
    query: filters,
    pageSize: 50,
    belongs: belongsTo[tab],
  })
  const mayChange = useMay<typeof changeCouponEnds>('content.write')
  // The list can change while the dialog is open, so the dialog keeps its coupons.
  const [changing, setChanging] = useState<readonly ListedCoupon[]>()
  const { last: changed } = useLastOpened(changing)
  const mayExport = useMay<typeof createExport>('money.export')
  const [linking, setLinking] = useState<readonly ListedCoupon[]>()
  const { last: linkedOnes } = useLastOpened(linking)
  const maySelect = mayChange || mayExport
  const Table = maySelect ? SelectableCouponTable : CouponTable
  const rows = list.rows ?? []
  const selection = useSelection(
    rows.map(({ _id }) => _id),
    mostEnds,
  )
  const hasTooMany = selection.selected.length > mostLinked

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
          <FilterBar
            search={<SearchField {...address.search} isLabelShown className={classes.search} />}
            set={[ends, linked].filter((one) => one !== undefined).length}
          >
            {tab !== 'ended' && (
              <FilterSelect
                className={classes.select}
                label={messages.ends}
                placeholder={messages.anyDay}
                data={endChoices}
                value={ends}
                onChange={(ends) => go({ ends })}
              />
            )}
            {tab !== 'unlinked' && (
              <FilterSelect
                className={classes.select}
                label={messages.linkedTo}
                placeholder={messages.anything}
                data={productChoices}
                value={linked}
                onChange={(linked) => go({ linked })}
              />
            )}
            {isFiltered && (
              <Button
                variant="subtle"
                className={filter.button}
                onClick={() => {
                  clear()
                  panel.focus()
                }}
              >
                {messages.clear}
              </Button>
            )}
          </FilterBar>
          <div className={classes.buttons}>
            <ExportButton {...exportOf(filters)}>{messages.export}</ExportButton>
            {mayCreate && (
              <Button
                leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
                onPointerEnter={prefetchDialog}
                onFocus={prefetchDialog}
                onClick={address.openNew}
              >
                {messages.createNew}
              </Button>
            )}
          </div>
        </div>
        <BusinessDaysNote />
        {maySelect && (
          <SelectionBar
            label={messages.selection}
            selection={selection}
            hasHead
            isHidden={list.rows?.length === 0}
            onCleared={panel.focus}
            note={mayChange && hasTooMany ? messages.tooManyToLink(mostLinked) : undefined}
          >
            {mayChange && (
              <Button
                size="sm"
                variant="default"
                aria-haspopup="dialog"
                onPointerEnter={() => prefetchDialogs(CouponEndsDialog)}
                onFocus={() => prefetchDialogs(CouponEndsDialog)}
                onClick={() => setChanging(rows.filter(({ _id }) => selection.has(_id)))}
              >
                {messages.changeEnds}
              </Button>
            )}
            {mayChange && (
              <Button
                size="sm"
                variant="default"
                aria-haspopup="dialog"
                disabled={hasTooMany}
                onPointerEnter={prefetchLink}
                onFocus={prefetchLink}
                onClick={() => setLinking(rows.filter(({ _id }) => selection.has(_id)))}
              >
                {messages.linkSelected}
              </Button>
            )}
            <ExportButton {...exportOf({ ...filters, ids: [...selection.selected] })}>
              {messages.exportSelected}
            </ExportButton>
          </SelectionBar>
        )}
        <RecordList
          list={list}
          messages={{ ...messages, emptyHelp: messages.emptyHelp[tab] }}
          icon={IconRosetteDiscount}
          skeleton={<Table.Skeleton count={10} />}
          filter={
            isFiltered
              ? {
                  help: messages.noneMatch,
                  clear: messages.clearFilters,
                  onClear: () => go({ q: undefined, ends: undefined, linked: undefined }),
                }
              : address.filter
          }
          panel={panel}
        >
          {(rows) => {
            const props = {
              rows,
              onOpen: ({ _id }: ListedCoupon) => address.openEdit(_id),
              onIntent: prefetchDialog,
            }
            return maySelect ? (
              <SelectableCouponTable {...props} selection={selection} />
            ) : (
              <CouponTable {...props} />
            )
          }}
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
      {linkedOnes && (
        <CouponLinkDialog
          opened={linking !== undefined}
          coupons={linkedOnes}
          onClose={() => setLinking(undefined)}
          onDone={() => {
            setLinking(undefined)
            selection.clear()
            panel.focus()
          }}
        />
      )}
      {changed && (
        <CouponEndsDialog
          opened={changing !== undefined}
          coupons={changed}
          onClose={() => setChanging(undefined)}
          onDone={() => {
            setChanging(undefined)
            selection.clear()
            panel.focus()
          }}
        />
      )}
    </>
  )
}

type CouponFilters = Extract<NewExport, { kind: 'coupons' }>['filters']

/** Exports exactly the coupons of the list, or the selected ones (OQ-685). */
function exportOf(filters: CouponFilters) {
  return {
    title: exportMessages.title,
    what: filters.ids ? exportMessages.selected(filters.ids.length) : exportMessages.all,
    request: (format: ChosenFormat): NewExport => ({ kind: 'coupons', format, filters }),
  }
}
