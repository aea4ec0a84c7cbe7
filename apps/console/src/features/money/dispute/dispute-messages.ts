/** Messages of the Disputes screen. */
export const disputeMessages = {
  tabsLabel: 'Disputes',
  tabs: { open: 'Open', ended: 'Ended' },
  tableLabel: 'Disputes of payments',
  loading: 'Loading disputes...',
  loadFailed: 'Error loading disputes.',
  empty: { open: 'No open disputes', ended: 'No ended disputes' },
  emptyHelp: {
    open: 'A payment that a buyer claims back through the bank appears here with its deadline.',
    ended: 'Disputes that were won, lost or closed appear here.',
  },
  why: 'Answer a dispute in Razorpay’s dashboard. A lost one is money out, and no credit note is issued for it: the tax stays due on a bad debt (CGST Act, section 34(1)). If the service was deficient, ask the accountant for a credit note.',
  none: 'No deadline',
  over: 'Over',
  sandbox: 'Sandbox',
} as const

/** Column headings. */
export const disputeColumns = {
  due: 'Evidence due',
  ended: 'Ended',
  order: 'Order',
  reason: 'Reason',
  amount: 'Amount',
  taken: 'Taken',
  state: 'State',
} as const
