import {
  type CountColumns,
  differingCounts,
  type KeptCounts,
  mergeCounts,
  sumCounts,
} from '../../../platform/database/kept-counts.ts'

const totals = 'coupon_redemption_total'
const changes = 'coupon_redemption_change'
const columns: CountColumns = {
  key: ['coupon_id', 'currency_code'],
  numbers: ['n', 'amount', 'discount'],
}
const names = [...columns.key, ...columns.numbers].join(', ')

const orders = `(
    select coupon_id, currency_code, 1 as n, amount, discount_amount as discount
    from transaction where coupon_id is not null and status in ('completed', 'refunded')
  ) as redeemed_order`

/** How often and for how much each coupon was redeemed, per currency (OQ-302). */
export const redemptionCounts: KeptCounts = {
  list: 'redemptions',
  tables: [totals],
  changes,
  fold: [mergeCounts(totals, columns, sumCounts(columns, changes))],
  recount: [`insert into ${totals} (${names}) ${sumCounts(columns, orders)}`],
  check: `select ${differingCounts(
    sumCounts(
      columns,
      `(select ${names} from ${totals} union all select ${names} from ${changes}) as counted`,
    ),
    sumCounts(columns, orders),
    columns,
  )} as wrong`,
}
