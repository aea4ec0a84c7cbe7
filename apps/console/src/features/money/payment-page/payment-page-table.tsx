import type { CurrencyCode } from '@greenroom/contract/money'
import {
  getPaymentPage,
  listPaymentPages,
  updatePaymentPage,
} from '@greenroom/contract/money/payment-page/payment-page.endpoints'
import type { ListedPaymentPage } from '@greenroom/contract/money/payment-page/payment-page.schema'
import { isWebAddress } from '@greenroom/contract/web-address'
import { Button } from '@mantine/core'
import { IconCashBanknote } from '@tabler/icons-react'
import { callEndpoint } from '../../../lib/api/client.ts'
import { useSession } from '../../../lib/api/current-session.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatMoney, shownCurrencies } from '../../../lib/money.ts'
import { ActiveSwitch } from '../../../shared/record/active-switch/active-switch.tsx'
import type { ActiveSwitchSpec } from '../../../shared/record/active-switch/set-active.ts'
import { CardPicture } from '../../../shared/record/card-picture/card-picture.tsx'
import { CopyValue } from '../../../shared/record/copy-value/copy-value.tsx'
import { CardLink } from '../../../ui/card-parts.tsx'
import { type Column, recordTable } from '../../../ui/record-table.tsx'
import { opensOnClick } from '../../../ui/row-click.ts'
import { FinalPrice } from './final-price.tsx'
import {
  paymentPageColumns as headings,
  paymentPageMessages as messages,
  paymentPageFormMessages,
  paymentPageProgress,
} from './payment-page-messages.ts'
import classes from './payment-page-table.module.css'
import { saveFailure } from './save-failure.ts'

const activeSwitch: ActiveSwitchSpec = {
  list: listPaymentPages,
  one: getPaymentPage,
  save: async (id, is_active, version) =>
    (await callEndpoint(updatePaymentPage, { params: { id }, body: { is_active }, version })).data,
  messages: { ...paymentPageProgress.update, error: (reason) => saveFailure('update', reason) },
}

interface Context {
  mayWrite: boolean
  /** URL template with {_id}; undefined until the settings are loaded. */
  addressTemplate: string | undefined
  onEdit: (page: ListedPaymentPage) => void
  /** Called on hover of a row and focus of its button: prefetch the dialog. */
  onIntent: () => void
}

const columns: readonly Column<ListedPaymentPage, Context>[] = [
  {
    key: 'page',
    heading: headings.page,
    isRowHeading: true,
    lines: ['70%', '40%'],
    cell: ({ _id, title, banner }, { addressTemplate }) => {
      const address = addressTemplate?.replaceAll('{_id}', () => encodeURIComponent(_id))
      return (
        <div className={classes.page}>
          <div className={classes.picture}>
            <CardPicture banner={banner} icon={IconCashBanknote} />
          </div>
          <div className="gr-shrink">
            <div className={classes.title} title={title}>
              {title}
            </div>
            <div className={classes.link}>
              <CardLink
                name={messages.paymentPage}
                href={address !== undefined && isWebAddress(address) ? address : undefined}
              >
                <CopyValue value={address} label={`Copy ${messages.paymentPage} link of ${title}`} />
              </CardLink>
            </div>
          </div>
        </div>
      )
    },
  },
  price('INR'),
  price('USD'),
  {
    key: 'sold',
    heading: headings.sold,
    width: 'max(110px, 12cqi)',
    className: `gr-num ${classes.sold}`,
    isRight: true,
    lines: ['40%', '70%'],
    attributes: ({ sales }) => ({ 'data-none': sales.length === 0 || undefined }),
    cell: ({ sales }) => (sales.length === 0 ? '–' : <Sales sales={sales} />),
  },
  {
    key: 'active',
    heading: headings.active,
    width: 112,
    className: classes.active,
    lines: ['80%'],
    cell: (page, { mayWrite }) => (
      <ActiveSwitch
        spec={activeSwitch}
        record={page}
        label={paymentPageFormMessages.active}
        of={page.title}
        mayChange={mayWrite}
      />
    ),
  },
  {
    key: 'actions',
    heading: headings.actions,
    width: 80,
    lines: ['50%'],
    cell: (page, { onEdit, onIntent }) => (
      <Button
        variant="subtle"
        size="xs"
        aria-haspopup="dialog"
        aria-label={messages.editOf(page.title)}
        onFocus={onIntent}
        onClick={() => onEdit(page)}
      >
        {messages.edit}
      </Button>
    ),
  },
]

/** The current price of a currency, and below it what buyers pay (PAY-05, OQ-105). */
function price(currency: CurrencyCode): Column<ListedPaymentPage> {
  return {
    key: currency.toLowerCase(),
    heading: headings.price(currency),
    width: 'max(168px, 15cqi)',
    className: `gr-num ${classes.price}`,
    isRight: true,
    lines: ['50%', '80%'],
    cell: ({ prices }) => {
      const found = prices.find(({ currency_code }) => currency_code === currency)
      return (
        found && (
          <>
            <div className="gr-bold gr-nowrap">{formatMoney(found.current_price, currency)}</div>
            <div className="gr-fine gr-faint gr-nowrap">
              <FinalPrice minor={found.current_price} currency={currency} />
            </div>
          </>
        )
      )
    },
  }
}

/** Payment pages: banner, title, the link for buyers, prices and what was sold (PAY-05, OQ-103, OQ-105). */
export const PaymentPageTable = recordTable({
  label: messages.tableLabel,
  loading: messages.loading,
  className: classes.table,
  columns,
  keyOf: ({ _id }) => _id,
  rowAttributes: (page, { mayWrite, onEdit, onIntent }) =>
    mayWrite ? opensOnClick(() => onEdit(page), onIntent) : {},
  useHidden: () => (useMayWrite() ? [] : ['actions']),
  useFacts: () => ({
    mayWrite: useMayWrite(),
    addressTemplate: useSession()?.settings.payment_entity_url_template,
  }),
})

function useMayWrite(): boolean {
  return useMay<typeof updatePaymentPage>('content.write')
}

/** How many were sold, and for how much if the role may see it, rupees first. */
function Sales({ sales }: Pick<ListedPaymentPage, 'sales'>) {
  const sold = sales.reduce((sum, one) => sum + one.sold, 0)
  return (
    <>
      <div className="gr-bold">{messages.sold(sold)}</div>
      {shownCurrencies.map((currency) => {
        const found = sales.find(({ currency_code }) => currency_code === currency)
        return (
          found?.amount !== undefined && (
            <div key={currency} className="gr-fine gr-faint gr-nowrap">
              {formatMoney(found.amount, currency)}
            </div>
          )
        )
      })}
    </>
  )
}
