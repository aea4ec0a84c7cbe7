/** Messages of the list. */
export const differenceMessages = {
  comparisonLabel: 'Comparison with Razorpay',
  comparisonsFailed: 'The last comparison could not be loaded.',
  retry: 'Retry',
  tabsLabel: 'Differences',
  tabs: { open: 'Open', resolved: 'Resolved' },
  cardsLabel: 'Differences with Razorpay',
  loading: 'Loading differences...',
  loadFailed: 'Differences could not be loaded.',
  empty: { open: 'The books agree with Razorpay.', resolved: 'No resolved differences.' },
  /** Without a complete comparison nobody knows whether the books agree. */
  notCompared: 'No differences found yet.',
  emptyHelp: {
    open: 'Payments and refunds that differ between Razorpay and Greenroom appear here.',
    resolved: 'Differences that were closed appear here.',
  },
  lastCompared: (moment: string) => `Last compared ${moment}.`,
  neverCompared: 'Not compared yet. Each night the last days are compared.',
  month: 'Month',
  allMonths: 'All months',
  noneOfMonth: 'No difference of this month is here.',
  clearMonth: 'Show all months',
  selection: 'Selected differences',
  resolveSelected: (count: number) => (count === 1 ? 'Resolve 1 difference' : `Resolve ${count} differences`),
  moneyFirst: (count: number) =>
    count === 1
      ? '1 on this page needs money to move, so it is resolved by itself.'
      : `${count} on this page need money to move, so each is resolved by itself.`,
  compareDay: 'Day',
  compare: 'Compare now',
  comparing: 'Comparing',
  requested: 'Comparing the day with Razorpay',
  result: (day: string, payments: string, differences: string) => `${day}: ${payments}, ${differences}.`,
  running: (day: string) => `Comparing ${day} with Razorpay...`,
  failed: (day: string, reason: string) =>
    `${day} could not be compared: ${reason} Nothing was changed. Greenroom retries it.`,
} as const

/** Messages of the dialog. */
export const resolveMessages = {
  title: 'Resolve this difference?',
  help: 'It leaves the list. It opens again only if one side changes.',
  note: 'Note',
  noteHint: 'Why it is resolved, and what was done.',
  usualNotes: 'Common reasons',
  notes: [
    'A test payment of ours.',
    'Settled with the buyer by e-mail.',
    "Refunded in Razorpay's dashboard.",
    'Belongs to another product.',
  ],
  severalTitle: (count: number) => (count === 1 ? 'Resolve 1 difference?' : `Resolve ${count} differences?`),
  refused: (name: string, why: string) => `${name}: ${why}`,
  moreRefused: (count: number) => `${count} more.`,
  severalHelp: 'They leave the list with the same note. Each opens again only if one side changes.',
  cancel: 'Cancel',
  resolve: 'Resolve',
} as const
