import type { createMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import { masterclassGroup } from '@greenroom/contract/sessions/masterclass/masterclass.rules'
import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import {
  duplicateMasterclass,
  getMasterclass,
  listMasterclasses,
} from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import { IconPresentation } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../../../lib/api/current-session.ts'
import { useCall } from '../../../lib/api/hooks.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { shownCounts } from '../../../lib/group-count.ts'
import { notify } from '../../../lib/notify.tsx'
import { paths } from '../../../lib/paths.ts'
import { LazyCouponDialog } from '../../../shared/money/coupon-dialog/lazy-coupon-dialog.ts'
import { DueFilter, dueFilter } from '../../../shared/record/record-list/due-filter.tsx'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useDialogSearch, useListSearch } from '../../../shared/record/record-list/use-list-search.ts'
import { useLastOpened, useOpenedRecord } from '../../../shared/record/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import { MasterclassCard } from './masterclass-card.tsx'
import { linksOf, masterclassEditLink } from './masterclass-links.ts'
import {
  duplicateProgress,
  masterclassDetailMessages,
  masterclassListMessages,
} from './masterclass-messages.ts'
import { useMasterclassPages } from './masterclass-pages.ts'

const DetailDialog = lazyDialog('masterclass-detail', () =>
  import('./masterclass-detail-dialog.tsx').then((part) => part.MasterclassDetailDialog),
)
const DeactivateDialog = lazyDialog('masterclass-deactivate', () =>
  import('./masterclass-deactivate-dialog.tsx').then((part) => part.MasterclassDeactivateDialog),
)
const CopyDates = lazyDialog('masterclass-copy-dates', () =>
  import('./masterclass-copy-dates.tsx').then((part) => part.MasterclassCopyDates),
)

const Publish = lazyDialog('masterclass-publish', () =>
  import('./masterclass-publish.tsx').then((part) => part.MasterclassPublish),
)

const route = getRouteApi('/signed-in/masterclass')

interface Dialogs {
  open?: string | undefined
  coupons?: string | undefined
}

/** The masterclasses in three tabs, with their dialogs (MC-07 to MC-17). */
export function MasterclassListPage(): ReactNode {
  const { tab = 'active', begins, open, coupons } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useMasterclassPages(tab, begins)
  const detail = useOpenedRecord(getMasterclass, open, list)
  const couponed = useOpenedRecord(getMasterclass, coupons, list)
  const [deactivating, setDeactivating] = useState<Masterclass>()
  const { last: deactivated } = useLastOpened(deactivating)
  const [publishing, setPublishing] = useState<Masterclass>()
  const { last: published } = useLastOpened(publishing)
  const [copying, setCopying] = useState<Masterclass>()
  const { last: copied } = useLastOpened(copying)
  const copy = useCall(duplicateMasterclass, { invalidates: [listMasterclasses] })
  const mayCreate = useMay<typeof createMasterclass>('content.write')
  const panel = useListPanel()
  const paymentPageTemplate = useSession()?.settings.payment_page_url_template

  const { go } = useListSearch<ReturnType<typeof route.useSearch>>({ tab: 'active' })
  const { open: show, close: showList } = useDialogSearch<Dialogs>({ open: undefined, coupons: undefined })
  const showAll = () => go({ begins: undefined })

  const afterDeactivation = () => {
    if (open !== undefined) showList()
    // The card that opened the dialog has left the tab, so the focus cannot return to it.
    panel.focus()
  }

  const duplicate = async ({ _id: id }: Masterclass) => {
    if (copy.isPending) return
    const { pathname } = location
    const work = copy.call({ params: { id } })
    // The toast has the reason of a failure.
    const made = await notify.progress(work, duplicateProgress).catch(() => undefined)
    // Opening the copy would take a person who has gone on away from their screen.
    if (made && pathname === location.pathname) void navigate(masterclassEditLink(made.data))
  }

  const couponsFailed = coupons !== undefined && couponed.dialog.failure !== null
  useEffect(() => {
    if (!couponsFailed) return
    notify.error(masterclassDetailMessages.loadFailed)
    showList()
  }, [couponsFailed, showList])

  const hasNone = list.groupCounts && Object.values(list.groupCounts).every((count) => count === 0)
  const emptyHelp = hasNone ? (
    <Link to={paths.overview} className="gr-accent gr-underline">
      {masterclassListMessages.begin}
    </Link>
  ) : (
    masterclassListMessages.emptyHelp[tab]
  )

  return (
    <>
      <StatusTabs
        label={masterclassListMessages.tabsLabel}
        tabs={masterclassListMessages.groups}
        counts={shownCounts(list.groupCounts)}
        value={tab}
        onChange={(chosen) => go({ tab: chosen, begins: undefined })}
      >
        <DueFilter due={begins} panel={panel} onRemove={showAll} />
        <RecordList
          list={list}
          messages={{ ...masterclassListMessages, emptyHelp }}
          icon={IconPresentation}
          create={tab === 'past' || !mayCreate ? undefined : paths.masterclassCreate}
          filter={dueFilter(begins, showAll)}
          panel={panel}
          card={(masterclass) => (
            <MasterclassCard
              key={masterclass._id}
              masterclass={masterclass}
              group={tab}
              paymentPageTemplate={paymentPageTemplate}
              onOpen={() => show({ open: masterclass._id })}
              onAddCoupon={() => show({ coupons: masterclass._id })}
              onDeactivate={() => setDeactivating(masterclass)}
              onPublish={() => setPublishing((running) => running ?? masterclass)}
              onDuplicate={() => void duplicate(masterclass)}
              onCopyToDates={() => setCopying(masterclass)}
              onIntent={() => prefetchDialogs(DetailDialog, tab === 'draft' ? Publish : DeactivateDialog)}
            />
          )}
        />
      </StatusTabs>
      {detail.wanted && (
        <DetailDialog
          {...detail.dialog}
          masterclass={detail.record}
          group={detail.record && masterclassGroup(detail.record, new Date(list.now))}
          links={detail.record ? linksOf(detail.record, paymentPageTemplate) : []}
          onDeactivate={setDeactivating}
          onDuplicate={(masterclass) => void duplicate(masterclass)}
          onCopyToDates={setCopying}
          // Escape must close only what is above this dialog.
          closable={deactivating === undefined && copying === undefined}
          onClose={showList}
        />
      )}
      {copied && (
        <CopyDates
          opened={copying !== undefined}
          masterclass={copied}
          onClose={() => setCopying(undefined)}
        />
      )}
      {deactivated && (
        <DeactivateDialog
          opened={deactivating !== undefined}
          masterclass={deactivated}
          onClose={() => setDeactivating(undefined)}
          onDone={afterDeactivation}
        />
      )}
      {published && (
        <Publish
          opened={publishing !== undefined}
          record={published}
          onClose={() => setPublishing(undefined)}
          // Its card has left the tab.
          onDone={panel.focus}
        />
      )}
      {couponed.record && (
        <LazyCouponDialog
          opened={couponed.dialog.opened}
          entityId={couponed.record._id}
          entityType="masterclass"
          entityTitle={couponed.record.title}
          prices={couponed.record.prices}
          startTime={couponed.record.start_time}
          onClose={showList}
        />
      )}
    </>
  )
}
