import { listPaymentPages } from '@greenroom/contract/payment-page/payment-page.endpoints'
import type { PaymentPage } from '@greenroom/contract/payment-page/payment-page.schema'
import { Button } from '@mantine/core'
import { IconCashBanknote, IconPlus, IconRefresh } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useRef, useState } from 'react'
import { failureHelp } from '../../lib/api/api-error.ts'
import { callEndpoint } from '../../lib/api/client.ts'
import { rowsOfPages } from '../../lib/api/rows-of-pages.ts'
import { useSession } from '../../lib/api/session.ts'
import { BusyButton } from '../../ui/busy-button.tsx'
import { CardGrid } from '../../ui/card-grid.tsx'
import { preloadDialog } from '../../ui/dialog.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SkeletonCards } from '../../ui/skeleton-cards.tsx'
import { StatePanel } from '../../ui/state-panel.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { PaymentPageCard } from './payment-page-card.tsx'
import classes from './payment-page-list-page.module.css'
import { paymentPageMessages } from './payment-page-messages.ts'

const PaymentPageDialog = lazyDialog('payment-page-dialog', () =>
  import('./payment-page-dialog.tsx').then((part) => part.PaymentPageDialog),
)

type Tab = keyof typeof paymentPageMessages.tabs

const route = getRouteApi('/signed-in/custom-payment-pages')
const tabs = (['active', 'inactive'] as const).map((value) => ({
  value,
  label: paymentPageMessages.tabs[value],
}))

/** How many pages one call asks for (PAY-15). */
const pageSize = 100

/** The custom payment pages, active and inactive, with the dialogs that make and change them (PAY-02 to PAY-05). */
export function PaymentPageListPage() {
  const { tab = 'active', q = '', edit, create } = route.useSearch()
  const navigate = route.useNavigate()
  const list = usePaymentPages(tab, q)
  const addressTemplate = useSession()?.settings.payment_entity_url_template
  const panel = useRef<HTMLDivElement>(null)
  const focusPanel = () => panel.current?.focus({ preventScroll: true })

  const go = (shown: Tab, text: string, replace: boolean) =>
    void navigate({ search: shownSearch(shown, text), replace, resetScroll: false })
  // Typing may come to rest after a dialog was opened: the dialog stays.
  const searchFor = (text: string) =>
    void navigate({
      search: (before) => ({ ...before, ...shownSearch(tab, text) }),
      replace: true,
      resetScroll: false,
    })
  // A dialog is a step that the browser's Back undoes; closing it leaves no second step behind.
  const open = (dialog: { edit: string } | { create: '1' }) =>
    void navigate({ search: { ...shownSearch(tab, q), ...dialog }, resetScroll: false })
  const close = () => go(tab, q, true)

  const subject = useSubject(edit, create !== undefined)
  const rows = list.rows
  const afterSave = (saved: PaymentPage) => {
    const isMade = edit === undefined
    const home = saved.is_active ? 'active' : 'inactive'
    // A new page is shown where it stands; an edit leaves the tab as it was, even if the page has left it.
    if (isMade) go(home, '', true)
    else close()
    if (isMade || home !== tab) focusPanel()
  }

  const cards = () => {
    if (rows === undefined) {
      return list.isPending ? (
        <SkeletonCards label={paymentPageMessages.loading} />
      ) : (
        <StatePanel
          kind="error"
          title={paymentPageMessages.failed}
          help={failureHelp(list.error)}
          action={
            <Button
              variant="default"
              leftSection={<IconRefresh size={16} stroke={1.5} aria-hidden="true" />}
              onClick={() => {
                focusPanel()
                void list.refetch()
              }}
            >
              {paymentPageMessages.retry}
            </Button>
          }
        />
      )
    }
    if (rows.length === 0) {
      return q === '' ? (
        <StatePanel
          kind="empty"
          icon={<IconCashBanknote size={20} stroke={1.5} aria-hidden="true" />}
          title={paymentPageMessages.empty}
          help={paymentPageMessages.emptyHelp[tab]}
        />
      ) : (
        <StatePanel
          kind="no-match"
          title={paymentPageMessages.empty}
          help={paymentPageMessages.noMatch(q)}
          action={
            <Button
              variant="default"
              onClick={() => {
                go(tab, '', true)
                focusPanel()
              }}
            >
              {paymentPageMessages.clearSearch}
            </Button>
          }
        />
      )
    }
    return (
      <div aria-busy={list.isPlaceholderData || undefined}>
        <CardGrid label={paymentPageMessages.cardsLabel}>
          {rows.map((page) => (
            <PaymentPageCard
              key={page._id}
              page={page}
              addressTemplate={addressTemplate}
              onEdit={() => open({ edit: page._id })}
              onIntent={fetchDialogAhead}
            />
          ))}
        </CardGrid>
        {list.hasNextPage && (
          <div className={classes.more}>
            {list.isFetchNextPageError && (
              <p className={classes.failure} role="alert">
                {paymentPageMessages.moreFailed} {failureHelp(list.error)}
              </p>
            )}
            <BusyButton
              variant="default"
              busy={list.isFetchingNextPage}
              // The button goes with the last page, and the focus would go with it.
              onClick={() => void list.fetchNextPage().then((loaded) => loaded.hasNextPage || focusPanel())}
            >
              {paymentPageMessages.loadMore}
            </BusyButton>
          </div>
        )}
      </div>
    )
  }

  return (
    <>
      <StatusTabs
        label={paymentPageMessages.tabsLabel}
        tabs={tabs}
        value={tab}
        onChange={(chosen) => go(chosen, q, false)}
      >
        <div className={classes.tools}>
          <SearchField
            className={classes.search}
            label={paymentPageMessages.search}
            placeholder={paymentPageMessages.searchPlaceholder}
            debounceMs={500}
            value={q}
            onChange={searchFor}
          />
          <Button
            size="md"
            leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
            onPointerEnter={fetchDialogAhead}
            onFocus={fetchDialogAhead}
            onClick={() => open({ create: '1' })}
          >
            {paymentPageMessages.createNew}
          </Button>
        </div>
        <div ref={panel} tabIndex={-1} className={classes.panel}>
          {cards()}
        </div>
      </StatusTabs>
      <Suspense fallback={null}>
        {subject.wanted && (
          <PaymentPageDialog
            // Each time it is opened it begins anew.
            key={subject.opening}
            opened={subject.isOpen}
            id={subject.id}
            listed={rows?.find(({ _id }) => _id === subject.id)}
            onClose={close}
            onSaved={afterSave}
          />
        )}
      </Suspense>
    </>
  )
}

/** What the address holds of the list: nothing for what it shows by itself. */
function shownSearch(tab: Tab, text: string) {
  return { tab: tab === 'active' ? undefined : tab, q: text === '' ? undefined : text }
}

function usePaymentPages(tab: Tab, title: string) {
  const list = useInfiniteQuery({
    // Its first word is the endpoint's name, so that a saved page asks for it anew.
    queryKey: [listPaymentPages.name, 'pages', tab, title],
    queryFn: async ({ pageParam, signal }) => {
      const query = { is_active: tab === 'active', title, limit: pageSize, offset: pageParam }
      return (await callEndpoint(listPaymentPages, { query, signal })).data
    },
    initialPageParam: 0,
    // Only a full page may have more behind it.
    getNextPageParam: (page, pages) => (page.length < pageSize ? undefined : pages.length * pageSize),
    // While another search loads the cards before it stay; those of another tab must not.
    placeholderData: (before, query) => (query?.queryKey[2] === tab ? keepPreviousData(before) : undefined),
  })
  return { ...list, rows: list.data && rowsOfPages(list.data.pages) }
}

/** What the dialog is about, by the address. After it is closed it stays what it was, so that it can fade out. */
function useSubject(edit: string | undefined, isCreating: boolean) {
  const isOpen = edit !== undefined || isCreating
  const current = isOpen ? (edit ?? null) : undefined
  const [last, setLast] = useState<{ id: string | null; opening: number; isOpen: boolean }>({
    id: null,
    opening: 0,
    isOpen: false,
  })
  if (isOpen !== last.isOpen || (current !== undefined && current !== last.id)) {
    setLast({
      id: current === undefined ? last.id : current,
      opening: isOpen ? last.opening + 1 : last.opening,
      isOpen,
    })
  }
  return { ...last, wanted: last.opening > 0 }
}

function fetchDialogAhead() {
  // One that fails now is asked for again when it is opened.
  for (const fetchPart of [preloadDialog, PaymentPageDialog.preload]) fetchPart().catch(() => undefined)
}
