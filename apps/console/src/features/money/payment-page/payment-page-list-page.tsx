import { listPaymentPages } from '@greenroom/contract/money/payment-page/payment-page.endpoints'
import type { ListedPaymentPage } from '@greenroom/contract/money/payment-page/payment-page.schema'
import { IconCashBanknote } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { usePagedRows } from '../../../lib/api/paged-rows.ts'
import { shownCounts } from '../../../lib/group-count.ts'
import { RecordList, useListPanel } from '../../../shared/record/record-list/record-list.tsx'
import { useListDialog } from '../../../shared/record/record-list/use-list-dialog.ts'
import { prefetchDialogs } from '../../../ui/dialog.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { StatusTabs } from '../../../ui/status-tabs.tsx'
import { paymentPageMessages as messages } from './payment-page-messages.ts'
import { PaymentPageTable } from './payment-page-table.tsx'

const PaymentPageDialog = lazyDialog('payment-page-dialog', () =>
  import('./payment-page-form.tsx').then((part) => part.PaymentPageDialog),
)
const prefetchDialog = () => prefetchDialogs(PaymentPageDialog)

type Tab = keyof typeof messages.tabs

/** A saved page replaces its cached copies at once, and may then belong to the other tab. */
const belongsTo = {
  active: (page: ListedPaymentPage) => page.is_active,
  inactive: (page: ListedPaymentPage) => !page.is_active,
}

/** The custom payment pages, active and inactive, with the dialogs to create and edit them (PAY-02 to PAY-05). */
export function PaymentPageListPage(): ReactNode {
  const panel = useListPanel()
  const address = useListDialog<Tab>('active', panel, messages)
  const { tab, q, dialog } = address
  const list = usePagedRows(listPaymentPages, {
    group: tab,
    query: { is_active: tab === 'active', title: q },
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
        <SearchField {...address.search} />
        <RecordList
          list={list}
          messages={{ ...messages, emptyHelp: messages.emptyHelp[tab] }}
          icon={IconCashBanknote}
          skeleton={<PaymentPageTable.Skeleton count={8} />}
          filter={address.filter}
          panel={panel}
        >
          {(rows) => (
            <PaymentPageTable
              rows={rows}
              onEdit={({ _id }) => address.openEdit(_id)}
              onIntent={prefetchDialog}
            />
          )}
        </RecordList>
      </StatusTabs>
      {dialog && (
        <PaymentPageDialog
          key={dialog.key}
          {...dialog.props(list.rows)}
          onSaved={({ _id, is_active }) => address.afterSave(is_active ? 'active' : 'inactive', _id)}
        />
      )}
    </>
  )
}
