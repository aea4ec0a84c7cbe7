import { isWebAddress } from '@greenroom/contract/field'
import type { PaymentPage } from '@greenroom/contract/payment-page/payment-page.schema'
import { IconCashBanknote, IconLink } from '@tabler/icons-react'
import { formatMoney, shownCurrencies } from '../../lib/money.ts'
import { notify } from '../../lib/notify.tsx'
import { CardPicture } from '../../shared/card-picture/card-picture.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { PictureCard } from '../../ui/picture-card.tsx'
import classes from './payment-page-card.module.css'
import { paymentPageMessages } from './payment-page-messages.ts'

interface PaymentPageCardProps {
  page: PaymentPage
  /** An address with {_id}; undefined until the settings are loaded. */
  addressTemplate: string | undefined
  onEdit: () => void
  /** A pointer or the focus is on the button, whose dialog's script can come ahead. */
  onIntent: () => void
}

/** One payment page: title, banner, current prices and the link that buyers get (PAY-05, OQ-103, OQ-105). */
export function PaymentPageCard({ page, addressTemplate, onEdit, onIntent }: PaymentPageCardProps) {
  const address = addressTemplate?.replaceAll('{_id}', () => encodeURIComponent(page._id))
  const prices = shownCurrencies.flatMap((currency) =>
    page.prices.filter(({ currency_code }) => currency_code === currency),
  )
  return (
    <PictureCard
      picture={
        <CardPicture
          banner={page.banner}
          icon={<IconCashBanknote size={28} stroke={1.5} aria-hidden="true" />}
        />
      }
      className={classes.card}
    >
      <h2 className={classes.title}>{page.title}</h2>
      <ul className={classes.prices} aria-label="Current prices">
        {prices.map(({ currency_code: currency, current_price: current }) => (
          <li key={currency}>
            <span className={classes.amount}>{formatMoney(current, currency)}</span>{' '}
            <span className={classes.code}>{currency}</span>
          </li>
        ))}
      </ul>
      <div className={classes.link}>
        <IconLink size={15} stroke={1.5} aria-hidden="true" />
        {address !== undefined && isWebAddress(address) ? (
          <a href={address} target="_blank" rel="noopener noreferrer" title={address}>
            {paymentPageMessages.paymentPage}
          </a>
        ) : (
          <span>{paymentPageMessages.paymentPage}</span>
        )}
        {address !== undefined && (
          <CopyButton
            value={address}
            label={`Copy ${paymentPageMessages.paymentPage} link of ${page.title}`}
            className={classes.copy}
            onCopied={notify.copied}
            onFailed={() => notify.error(paymentPageMessages.copyFailed)}
          />
        )}
      </div>
      <div className={classes.foot}>
        <button
          type="button"
          className={classes.edit}
          aria-label={`${paymentPageMessages.edit} ${page.title}`}
          onClick={onEdit}
          onPointerEnter={onIntent}
          onFocus={onIntent}
        >
          {paymentPageMessages.edit}
        </button>
      </div>
    </PictureCard>
  )
}
