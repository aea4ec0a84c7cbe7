import type {
  CurrencyMoney,
  MoneyHalves,
  MoneySum,
} from '@greenroom/contract/money/month-money/month-money.schema'
import type { MoneyPart } from './month-money.repository.ts'

const nothing: MoneySum = { count: 0, amount: 0 }

/** Presents the sums of a month, one entry for each currency, rupees first. */
export function presentMonthMoney(parts: readonly MoneyPart[]): CurrencyMoney[] {
  const currencies = [...new Set(parts.map(({ currency }) => currency))].sort(
    (one, other) => Number(other === 'INR') - Number(one === 'INR') || one.localeCompare(other),
  )
  return currencies.map((currency) => {
    const found = new Map(
      parts
        .filter((one) => one.currency === currency)
        .map(({ part, count, amount }) => [part, { count, amount }]),
    )
    return presentCurrency(currency, (part) => found.get(part) ?? nothing)
  })
}

function presentCurrency(currency: string, of: (part: string) => MoneySum): CurrencyMoney {
  const halves = (name: string): MoneyHalves => ({
    in_month: of(`${name}-in`),
    other_month: of(`${name}-other`),
    without: of(`${name}-without`),
    differing: of(`${name}-more`).amount,
  })
  const total = of('payments')
  const [orders, unallocated, closed] = [of('orders'), of('unallocated'), of('closed')]
  const bank = {
    settlements: of('bank-settlements').count,
    in_month: of('bank-in'),
    other_month: of('bank-other'),
    unknown: of('bank-unknown'),
    refunds: of('bank-refunds'),
    adjustments: of('bank-adjustments').amount,
    fee: of('bank-fee').amount,
    tax: of('bank-tax').amount,
    net: of('bank-net').amount,
  }
  const payments = bank.in_month.amount + bank.other_month.amount + bank.unknown.amount
  return {
    currency,
    captured: {
      orders,
      on_top: total.amount - orders.amount - unallocated.amount - closed.amount,
      unallocated,
      closed,
      total,
      elsewhere: of('elsewhere'),
    },
    settled: halves('settled'),
    bank: {
      ...bank,
      unexplained: payments - bank.refunds.amount + bank.adjustments - bank.fee - bank.net,
    },
    invoiced: halves('invoiced'),
    refunded: halves('refunded'),
    disputes_lost: of('lost'),
    documents: {
      invoices: of('documents-invoices'),
      other_invoices: of('documents-other-invoices'),
      credit_notes: of('documents-notes'),
      other_credit_notes: of('documents-other-notes'),
      corrections: of('documents-corrections'),
      not_reported: of('documents-unreported'),
      total: of('documents'),
    },
  }
}
