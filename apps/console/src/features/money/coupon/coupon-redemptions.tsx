import type { Redemptions } from '@greenroom/contract/money/coupon/coupon.schema'
import type { listTransactions } from '@greenroom/contract/money/transaction/transaction.endpoints'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../../lib/api/permissions.ts'
import { formatMoney, shownCurrencies } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { couponRecordMessages as messages } from './coupon-page-messages.ts'
import classes from './coupon-tables.module.css'

interface CouponRedemptionsProps {
  /** The id of the coupon. */
  coupon: string
  redemptions: readonly Redemptions[]
}

/**
 * How often a coupon was redeemed, and for a role that sees orders what it took off and what was paid with it, per
 * currency (OQ-302, OQ-320).
 */
export function CouponRedemptions({ coupon, redemptions }: CouponRedemptionsProps) {
  const maySeeOrders = useMay<typeof listTransactions>('money.read')
  const shown = shownCurrencies.flatMap((currency) =>
    redemptions.filter(({ currency_code }) => currency_code === currency),
  )
  return (
    <section aria-label={messages.redemptionsLabel}>
      <h3 className="gr-part">{messages.redeemed}</h3>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Currency</th>
            <th scope="col">{messages.orders}</th>
            {maySeeOrders && <th scope="col">{messages.takenOff}</th>}
            {maySeeOrders && <th scope="col">{messages.paid}</th>}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ currency_code: currency, redeemed, discount, amount }) => (
            <tr key={currency}>
              <th scope="row">{currency}</th>
              <td>
                {maySeeOrders ? (
                  <Link
                    {...paths.redemptions(coupon, currency)}
                    className={classes.link}
                    aria-label={messages.ordersIn(redeemed, currency)}
                  >
                    {redeemed.toLocaleString('en-IN')}
                  </Link>
                ) : (
                  redeemed.toLocaleString('en-IN')
                )}
              </td>
              {discount !== undefined && <td>{formatMoney(discount, currency)}</td>}
              {amount !== undefined && <td>{formatMoney(amount, currency)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
