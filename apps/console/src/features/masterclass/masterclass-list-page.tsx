import { getMasterclass } from '@greenroom/contract/masterclass/masterclass.endpoints'
import { masterclassGroup, masterclassGroups } from '@greenroom/contract/masterclass/masterclass.rules'
import type { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import { IconPlus, IconPresentation, IconRefresh } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'
import { failureHelp } from '../../lib/api/api-error.ts'
import { useRead } from '../../lib/api/hooks.ts'
import { useSession } from '../../lib/api/session.ts'
import { notify } from '../../lib/notify.tsx'
import { paths } from '../../lib/paths.ts'
import { LazyCouponDialog } from '../../shared/coupon-dialog/lazy-coupon-dialog.ts'
import { CardGrid } from '../../ui/card-grid.tsx'
import { preloadDialog } from '../../ui/dialog.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { LightButton } from '../../ui/light-button.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { SkeletonCards } from '../../ui/skeleton-cards.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { MasterclassCard } from './masterclass-card.tsx'
import { linksOf } from './masterclass-links.ts'
import classes from './masterclass-list-page.module.css'
import { detailWords, listWords } from './masterclass-messages.ts'
import { useMasterclassPages } from './masterclass-pages.ts'

const DetailDialog = lazyPart('masterclass-detail', () =>
  import('./masterclass-detail-dialog.tsx').then((part) => part.MasterclassDetailDialog),
)
const DeactivateDialog = lazyPart('masterclass-deactivate', () =>
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
  const panel = useRef<HTMLDivElement>(null)
  const paymentPageTemplate = useSession()?.settings.payment_page_url_template

  // A dialog is a step that the browser's Back undoes; closing it leaves no second step behind.
  const show = (opened: { open?: string; coupons?: string }) =>
    void navigate({ search: { tab, ...opened }, resetScroll: false })
  const showList = () => void navigate({ search: { tab }, replace: true, resetScroll: false })
  const focusPanel = () => panel.current?.focus({ preventScroll: true })

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

  const cards = () => {
    if (list.rows === undefined) {
      return list.isPending ? (
        <SkeletonCards label={listWords.loading} />
      ) : (
        <StatePanel
          kind="error"
          title={listWords.loadFailed}
          help={failureHelp(list.error)}
          action={
            <LightButton
              icon={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
              onClick={() => {
                focusPanel()
                void list.refetch()
              }}
            >
              {listWords.retry}
            </LightButton>
          }
        />
      )
    }
    if (list.rows.length === 0 && !list.hasNextPage) {
      return (
        <StatePanel
          kind="empty"
          icon={<IconPresentation size={20} stroke={1.5} aria-hidden="true" />}
          title={listWords.empty}
          help={listWords.emptyHelp[tab]}
          action={tab !== 'past' && <CreateButton />}
        />
      )
    }
    return (
      <>
        <CardGrid label={listWords.cardsLabel}>
          {list.rows.map((masterclass) => (
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
          ))}
        </CardGrid>
        {list.hasNextPage && (
          <LoadMore
            busy={list.isFetchingNextPage}
            failure={list.isFetchNextPageError && `${listWords.moreFailed} ${failureHelp(list.error)}`}
            onLoadMore={async () => {
              // The button goes with the last page, and the focus would go with it.
              if (!(await list.fetchNextPage()).hasNextPage) focusPanel()
            }}
          />
        )}
      </>
    )
  }

  return (
    <>
      <StatusTabs
        label={listWords.tabsLabel}
        tabs={tabs}
        value={tab}
        onChange={(chosen) => void navigate({ search: { tab: chosen } })}
      >
        <div ref={panel} tabIndex={-1} className={classes.panel}>
          {cards()}
        </div>
      </StatusTabs>
      <Suspense fallback={null}>
        {detail.wanted && (
          <DetailDialog
            opened={open !== undefined}
            masterclass={detail.masterclass}
            group={detail.masterclass && masterclassGroup(detail.masterclass, new Date(list.now))}
            links={detail.masterclass ? linksOf(detail.masterclass, paymentPageTemplate) : []}
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
        {couponed.masterclass && (
          <LazyCouponDialog
            opened={coupons !== undefined}
            entityId={couponed.masterclass._id}
            entityType="masterclass"
            entityTitle={couponed.masterclass.title}
            onClose={showList}
          />
        )}
      </Suspense>
    </>
  )
}

function CreateButton() {
  return (
    <Link to={paths.masterclassCreate} className={classes.create}>
      <IconPlus size={16} stroke={2} aria-hidden="true" />
      {listWords.create}
    </Link>
  )
}

/**
 * The masterclass that the address names, from the list or else from the server. After it is closed it is still given,
 * so that its dialog can fade out with what it showed.
 */
function useOpened(id: string | undefined, list: { rows: Masterclass[] | undefined; isPending: boolean }) {
  const listed = list.rows?.find((row) => row._id === id)
  const read = useRead(
    getMasterclass,
    { params: { id: id ?? '' } },
    { enabled: id !== undefined && listed === undefined && !list.isPending, keepPrevious: false },
  )
  const current = id === undefined ? undefined : (listed ?? read.data)
  const [wanted, setWanted] = useState(false)
  const [last, setLast] = useState(current)
  if (id !== undefined && !wanted) setWanted(true)
  if (current !== undefined && current !== last) setLast(current)
  return {
    wanted,
    masterclass: id === undefined ? last : current,
    failure: current === undefined ? read.error : null,
    retry: () => void read.refetch(),
  }
}

function fetchDialogsAhead() {
  for (const fetchAhead of [preloadDialog, DetailDialog.preload, DeactivateDialog.preload]) {
    // One that fails now is asked for again when its dialog is opened.
    fetchAhead().catch(() => undefined)
  }
}
