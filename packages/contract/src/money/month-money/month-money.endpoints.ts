import * as z from 'zod/mini'
import { Month } from '../../calendar-month.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { CurrencyMoney, dayBases, dayBasisMessage, MoneyDay } from './month-money.schema.ts'

/** Ties the money of a month together: gateway, settlements, orders and documents. */
export const getMonthMoney = endpoint({
  name: 'getMonthMoney',
  method: 'GET',
  path: '/admin/money/months/:month',
  summary: 'Tie the money of a month: gateway, settlements, orders and documents',
  description:
    'Sums in minor units, one entry for each currency. Orders count in the month in which their money arrived, refunds in that of the refund, settlements in that of their transfer, documents in that of their date.',
  requirements: ['OQ-804'],
  permissions: ['money.read'],
  params: z.object({ month: Month }),
  response: ok(z.object({ month: z.string(), currencies: z.array(CurrencyMoney) })),
})

/** Lists the money of each day of a month, per currency, the earliest first. Days without money are left out. */
export const listMoneyDays = endpoint({
  name: 'listMoneyDays',
  method: 'GET',
  path: '/admin/money/days',
  summary: 'List the money of each day of a month',
  description:
    'by=ordered counts an order with its refunds on the day of the order, by=paid on the day its money arrived. by=refunded counts payments on the day they arrived, and refunds and lost disputes on the day they left.',
  requirements: ['OQ-805'],
  permissions: ['money.read'],
  query: z.object({
    month: Month,
    by: z._default(z.enum(dayBases, { error: dayBasisMessage }), 'refunded'),
  }),
  response: ok(z.object({ days: z.array(MoneyDay) })),
})
