import { getMasterclass } from '@greenroom/contract/masterclass/masterclass.endpoints'
import { masterclassGroup, masterclassGroups } from '@greenroom/contract/masterclass/masterclass.rules'
import type { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import { IconPresentation } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useRead } from '../../lib/api/hooks.ts'
import { useSession } from '../../lib/api/session.ts'
import { notify } from '../../lib/notify.tsx'
import { paths } from '../../lib/paths.ts'
import { CardList, useListPanel } from '../../shared/card-list/card-list.tsx'
import { LazyCouponDialog } from '../../shared/coupon-dialog/lazy-coupon-dialog.ts'
import { useOpenedRecord } from '../../shared/record-dialog/use-opened-record.ts'
import { preloadDialog } from '../../ui/dialog.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { MasterclassCard } from './masterclass-card.tsx'
import { linksOf } from './masterclass-links.ts'
import { detailWords, listWords } from './masterclass-messages.ts'
import { useMasterclassPages } from './masterclass-pages.ts'

const DetailDialog = lazyDialog('masterclass-detail', () =>
  import('./masterclass-detail-dialog.tsx').then((part) => part.MasterclassDetailDialog),
)
const DeactivateDialog = lazyDialog('masterclass-deactivate', () =>
  import('./masterclass-deactivate-dialog.tsx').then((part) => part.MasterclassDeactivateDialog),
)

const route = getRouteApi('/signed-in/masterclass')
const tabs = masterclassGroups.map((value) => ({ value, label: listWords.groups[value] }))

/** The masterclasses in their three groups, with the dialogs of one (MC-07 to MC-17). */
export function MasterclassListPage() {
  const { tab = 'active', open, coupons } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useMasterclassPages(tab)
  const detail = useOpened(open, list)
  const couponed = useOpened(coupons, list)
  const [deactivating, setDeactivating] = useState<Masterclass>()
  const [isAsking, setAsking] = useState(false)
  const { panel, focusPanel } = useListPanel()
  const paymentPageTemplate = useSession()?.settings.payment_page_url_template

  // A dialog is a step that the browser's Back undoes; closing it leaves no second step behind.
  const show = (opened: { open?: string; coupons?: string }) =>
    void navigate({ search: { tab, ...opened }, resetScroll: false })
  const showList = () => void navigate({ search: { tab }, replace: true, resetScroll: false })

  const askToDeactivate = (masterclass: Masterclass) => {
    setDeactivating(masterclass)
    setAsking(true)
  }
  const afterDeactivation = () => {
    if (open !== undefined) showList()
    // The card that opened the dialog has left the tab, so the focus cannot return to it.
    focusPanel()
  }

  const couponsFailed = coupons !== undefined && couponed.failure !== null
  useEffect(() => {
    if (!couponsFailed) return
    notify.error(detailWords.loadFailed)
    void navigate({ search: { tab }, replace: true, resetScroll: false })
  }, [couponsFailed, navigate, tab])

  return (
    <>
      <StatusTabs
        label={listWords.tabsLabel}
        tabs={tabs}
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: chosen } })}
      >
        <CardList
          list={list}
          words={{ ...listWords, emptyHelp: listWords.emptyHelp[tab] }}
          icon={<IconPresentation size={20} stroke={1.5} aria-hidden="true" />}
          create={tab === 'past' ? undefined : paths.masterclassCreate}
          panel={panel}
          card={(masterclass) => (
            <MasterclassCard
              key={masterclass._id}
              masterclass={masterclass}
              group={tab}
              paymentPageTemplate={paymentPageTemplate}
              onOpen={() => show({ open: masterclass._id })}
              onAddCoupon={() => show({ coupons: masterclass._id })}
              onDeactivate={() => askToDeactivate(masterclass)}
              onIntent={fetchDialogsAhead}
            />
          )}
        />
      </StatusTabs>
      <Suspense fallback={null}>
        {detail.wanted && (
          <DetailDialog
            opened={open !== undefined}
            masterclass={detail.record}
            group={detail.record && masterclassGroup(detail.record, new Date(list.now))}
            links={detail.record ? linksOf(detail.record, paymentPageTemplate) : []}
            failure={detail.failure}
            onRetry={detail.retry}
            onDeactivate={askToDeactivate}
            // Escape answers the question on top; it must not close what lies below as well.
            closable={!isAsking}
            onClose={showList}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {deactivating && (
          <DeactivateDialog
            opened={isAsking}
            masterclass={deactivating}
            onClose={() => setAsking(false)}
            onDone={afterDeactivation}
          />
        )}
      </Suspense>
      <Suspense fallback={null}>
        {couponed.record && (
          <LazyCouponDialog
            opened={coupons !== undefined}
            entityId={couponed.record._id}
            entityType="masterclass"
            entityTitle={couponed.record.title}
            onClose={showList}
          />
        )}
      </Suspense>
    </>
  )
}

/** The masterclass that the address names, from the list or else from the server. */
function useOpened(id: string | undefined, list: { rows: Masterclass[] | undefined; isPending: boolean }) {
  const listed = list.rows?.find((row) => row._id === id)
  const read = useRead(
    getMasterclass,
    { params: { id: id ?? '' } },
    { enabled: id !== undefined && listed === undefined && !list.isPending, keepPrevious: false },
  )
  return useOpenedRecord(id, listed, read)
}

function fetchDialogsAhead() {
  for (const fetchAhead of [preloadDialog, DetailDialog.preload, DeactivateDialog.preload]) {
    // One that fails now is asked for again when its dialog is opened.
    fetchAhead().catch(() => undefined)
  }
}
