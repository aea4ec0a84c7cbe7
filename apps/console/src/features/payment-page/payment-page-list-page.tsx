import { listPaymentPages } from '@greenroom/contract/payment-page/payment-page.endpoints'
import type { PaymentPage } from '@greenroom/contract/payment-page/payment-page.schema'
import { Button } from '@mantine/core'
import { IconCashBanknote, IconPlus } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../../lib/api/current-session.ts'
import { usePagedRows } from '../../lib/api/paged-rows.ts'
import { RecordList, useListPanel } from '../../shared/record-list/record-list.tsx'
import { dialogStep, useCloseDialog } from '../../shared/record-list/use-close-dialog.ts'
import { useLastOpened } from '../../shared/record-list/use-opened-record.ts'
import { prefetchDialogs } from '../../ui/dialog.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { StatusTabs } from '../../ui/status-tabs.tsx'
import { PaymentPageCard } from './payment-page-card.tsx'
import classes from './payment-page-list-page.module.css'
import { paymentPageMessages as messages } from './payment-page-messages.ts'

const PaymentPageDialog = lazyDialog('payment-page-dialog', () =>
  import('./payment-page-dialog.tsx').then((part) => part.PaymentPageDialog),
)

type Tab = keyof typeof messages.tabs

const route = getRouteApi('/signed-in/custom-payment-pages')
/** A saved page replaces its cached copies at once, and may then belong to the other tab. */
const belongsTo = {
  active: (page: PaymentPage) => page.is_active,
  inactive: (page: PaymentPage) => !page.is_active,
}
/** Key of the create dialog; no record has it. */
const newPage = ''

/** The custom payment pages, active and inactive, with the dialogs to create and edit them (PAY-02 to PAY-05). */
export function PaymentPageListPage(): ReactNode {
  const { tab = 'active', q = '', edit, create } = route.useSearch()
  const navigate = route.useNavigate()
  const list = usePagedRows(listPaymentPages, {
    group: tab,
    query: { is_active: tab === 'active', title: q },
    belongs: belongsTo[tab],
  })
  const addressTemplate = useSession()?.settings.payment_entity_url_template
  const panel = useListPanel()

  const go = (shown: Tab, text: string, replace: boolean) =>
    void navigate({ search: shownSearch(shown, text), replace, resetScroll: false })
  const searchFor = (text: string) =>
    void navigate({
      // The search may settle after a dialog was opened. The dialog stays, and closing it shows this search.
      search: (before) => ({ ...before, ...shownSearch(tab, text) }),
      replace: true,
      resetScroll: false,
    })
  const open = (dialog: { edit: string } | { create: '1' }) =>
    void navigate({ search: { ...shownSearch(tab, q), ...dialog }, state: dialogStep, resetScroll: false })
  const close = useCloseDialog(() => go(tab, q, true))

  const opened = edit ?? (create && newPage)
  const { last, opening } = useLastOpened(opened)
  const afterSave = (saved: PaymentPage) => {
    const isNew = edit === undefined
    const home = saved.is_active ? 'active' : 'inactive'
    // Show a new page in its tab. An edit keeps the tab, even if the page has left it.
    if (isNew && (home !== tab || q !== '')) go(home, '', true)
    else close()
    if (isNew || home !== tab) panel.focus()
  }

  return (
    <>
      <StatusTabs
        label={messages.tabsLabel}
        tabs={messages.tabs}
        value={tab}
        onChange={(chosen) => go(chosen, q, false)}
      >
        <div className={classes.tools}>
          <SearchField
            label={messages.search}
            placeholder={messages.searchPlaceholder}
            debounceMs={500}
            value={q}
            onChange={searchFor}
          />
          <Button
            size="md"
            leftSection={<IconPlus size={16} stroke={2} aria-hidden="true" />}
            onPointerEnter={prefetchDialog}
            onFocus={prefetchDialog}
            onClick={() => open({ create: '1' })}
          >
            {messages.createNew}
          </Button>
        </div>
        <RecordList
          list={list}
          messages={{ ...messages, emptyHelp: messages.emptyHelp[tab] }}
          icon={IconCashBanknote}
          filter={
            q === ''
              ? undefined
              : { help: messages.noMatch(q), clear: messages.clearSearch, onClear: () => go(tab, '', true) }
          }
          panel={panel}
          card={(page) => (
            <PaymentPageCard
              key={page._id}
              page={page}
              addressTemplate={addressTemplate}
              onEdit={() => open({ edit: page._id })}
              onIntent={prefetchDialog}
            />
          )}
        />
      </StatusTabs>
      {last !== undefined && (
        <PaymentPageDialog
          // Resets each time it opens.
          key={`${opening} ${last}`}
          opened={opened !== undefined}
          id={last === newPage ? null : last}
          listed={list.rows?.find(({ _id }) => _id === last)}
          onClose={close}
          onSaved={afterSave}
        />
      )}
    </>
  )
}

/** Returns the search parameters of a list, without defaults. */
function shownSearch(tab: Tab, text: string) {
  return { tab: tab === 'active' ? undefined : tab, q: text === '' ? undefined : text }
}

function prefetchDialog() {
  prefetchDialogs(PaymentPageDialog)
}
