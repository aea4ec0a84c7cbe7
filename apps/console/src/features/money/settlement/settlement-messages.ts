import type { Settlement, SettlementLineKind } from '@greenroom/contract/money/settlement/settlement.schema'

/** Messages of the list. */
export const settlementMessages = {
  tableLabel: 'Settlements',
  month: 'Month',
  allMonths: 'All months',
  loading: 'Loading settlements...',
  loadFailed: 'Error loading settlements.',
  empty: 'No settlements yet',
  emptyHelp:
    'What Razorpay paid into the bank appears here. The comparison of each night reads it; Differences has “Compare now”.',
  noneOfMonth: 'Nothing was settled in this month.',
  clearMonth: 'Show all months',
  export: 'Export',
  exportTitle: 'Export settlements',
  exportWhat: (count: string, month: string | undefined) =>
    month === undefined ? `${count} settlements.` : `${count} settlements of ${month}.`,
  sandbox: 'Sandbox',
  states: { meets: 'Meets', differs: 'Differs' } satisfies Record<Settlement['state'], string>,
} as const

/** Column headings. */
export const settlementColumns = {
  settled: 'Settled',
  payments: 'Payments',
  refunds: 'Refunds',
  adjustments: 'Adjustments',
  fee: 'Fee with GST',
  tax: 'GST on the fee',
  net: 'To the bank',
  state: 'State',
} as const

/** Messages of the page of a settlement. */
export const settlementPageMessages = {
  loading: 'Loading the settlement...',
  loadFailed: 'Error loading the settlement.',
  linesLabel: 'Lines of the settlement',
  linesLoading: 'Loading lines...',
  sums: 'Sums',
  empty: 'No lines',
  emptyHelp: 'Razorpay no longer reports a line of this settlement.',
  settledAt: (moment: string) => `Settled ${moment}`,
  utr: 'UTR',
  settlement: 'Settlement',
  export: 'Export lines',
  exportTitle: 'Export the lines',
  exportWhat: (count: string) => `${count} lines of this settlement.`,
  differences: (count: number) => (count === 1 ? '1 open difference' : `${count} open differences`),
  unexplained: (amount: string) =>
    `The lines don't add up: ${amount} is neither payment, refund, adjustment nor fee. It can come from another currency.`,
  difference: 'Differs',
  documents: 'Documents',
  documentsOf: (order: string) => `Documents of ${order}`,
  kinds: {
    payment: 'Payment',
    refund: 'Refund',
    adjustment: 'Adjustment',
    transfer: 'Transfer',
    other: 'Other',
  } satisfies Record<SettlementLineKind, string>,
  dispute: (id: string) => `Dispute ${id}`,
} as const

/** Column headings of the lines. */
export const lineColumns = {
  kind: 'Line',
  order: 'Order',
  amount: 'Amount',
  fee: 'Fee with GST',
  tax: 'GST on the fee',
  moved: 'To the bank',
} as const
