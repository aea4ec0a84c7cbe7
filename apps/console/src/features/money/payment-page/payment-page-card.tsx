import { isWebAddress } from '@greenroom/contract/field'
import {
  getPaymentPage,
  listPaymentPages,
  updatePaymentPage,
} from '@greenroom/contract/money/payment-page/payment-page.endpoints'
import {
  gstPercent,
  type ListedPaymentPage,
  priceWithGst,
} from '@greenroom/contract/money/payment-page/payment-page.schema'
import { IconCashBanknote } from '@tabler/icons-react'
import { callEndpoint } from '../../../lib/api/client.ts'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatMoney, formatSales, shownCurrencies } from '../../../lib/money.ts'
import { ActiveSwitch } from '../../../shared/record/active-switch/active-switch.tsx'
import type { ActiveSwitchSpec } from '../../../shared/record/active-switch/set-active.ts'
import { CardPicture } from '../../../shared/record/card-picture/card-picture.tsx'
import { CopyValue } from '../../../shared/record/copy-value/copy-value.tsx'
import { CardEditButton, CardLink, CardName } from '../../../ui/card-parts.tsx'
import { CardFacts, CardFigure, RecordCard } from '../../../ui/record-card.tsx'
import classes from './payment-page-card.module.css'
import { paymentPageFormMessages, paymentPageMessages, paymentPageProgress } from './payment-page-messages.ts'
import { saveFailure } from './save-failure.ts'

const activeSwitch: ActiveSwitchSpec = {
  list: listPaymentPages,
  one: getPaymentPage,
  save: async (id, is_active, version) =>
    (await callEndpoint(updatePaymentPage, { params: { id }, body: { is_active }, version })).data,
  messages: { ...paymentPageProgress.update, error: (reason) => saveFailure('update', reason) },
}

interface PaymentPageCardProps {
  page: ListedPaymentPage
  /** URL template with {_id}; undefined until the settings are loaded. */
  addressTemplate: string | undefined
  onEdit: () => void
  /** Called on hover and focus of the button: prefetch its dialog. */
  onIntent: () => void
}

/** One payment page: banner, title, prices, the link for buyers and what was sold (PAY-05, OQ-103, OQ-105). */
export function PaymentPageCard({ page, addressTemplate, onEdit, onIntent }: PaymentPageCardProps) {
  const address = addressTemplate?.replaceAll('{_id}', () => encodeURIComponent(page._id))
  const prices = shownCurrencies.flatMap((currency) =>
    page.prices.filter(({ currency_code }) => currency_code === currency),
  )
  const { sold, amounts } = formatSales(page.sales)
  const mayWrite = useMay<typeof updatePaymentPage>('content.write')
  return (
    <RecordCard
      record={page._id}
      picture={<CardPicture banner={page.banner} icon={IconCashBanknote} />}
      name={<CardName>{page.title}</CardName>}
      aside={
        <ul aria-label="Current prices">
          {prices.map(({ currency_code: currency, current_price: current }) => (
            <li key={currency} className={classes.price}>
              {formatMoney(current, currency)} <span className={classes.code}>{currency}</span>
            </li>
          ))}
        </ul>
      }
      facts={
        <CardFacts>
          {paymentPageFormMessages.withGst(
            prices
              .map(({ currency_code, current_price }) =>
                formatMoney(priceWithGst(current_price), currency_code),
              )
              .join(', '),
            gstPercent,
          )}
        </CardFacts>
      }
      figure={page.sales.length > 0 && <CardFigure detail={amounts}>{sold}</CardFigure>}
      actions={
        <>
          <ActiveSwitch
            spec={activeSwitch}
            record={page}
            label={paymentPageFormMessages.active}
            of={page.title}
            mayChange={mayWrite}
          />
          {mayWrite && (
            <CardEditButton
              label={`${paymentPageMessages.edit} ${page.title}`}
              onClick={onEdit}
              onIntent={onIntent}
            />
          )}
        </>
      }
    >
      <CardLink
        name={paymentPageMessages.paymentPage}
        href={address !== undefined && isWebAddress(address) ? address : undefined}
      >
        <CopyValue value={address} label={`Copy ${paymentPageMessages.paymentPage} link of ${page.title}`} />
      </CardLink>
    </RecordCard>
  )
}
