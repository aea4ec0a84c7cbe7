import type { SalesSum } from '@greenroom/contract/money/report/report.schema'

type Sums = Pick<SalesSum, 'orders' | 'completed' | 'refunded' | 'tax'>

/** Adds up sums of orders, with what follows from them. */
export function presentSum(sums: readonly Sums[]): SalesSum {
  const add = (name: keyof Sums) => sums.reduce((sum, one) => sum + one[name], 0)
  const [orders, completed, refunded] = [add('orders'), add('completed'), add('refunded')]
  return {
    orders,
    completed,
    refunded,
    net: completed - refunded,
    tax: add('tax'),
    average: orders === 0 ? null : Math.round(completed / orders),
  }
}
