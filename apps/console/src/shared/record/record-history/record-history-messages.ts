/** Messages of the history of a record. */
export const recordHistoryMessages = {
  open: 'History',
  openOf: (record: string) => `History of ${record}`,
  title: 'History',
  list: 'Changes',
  loading: 'Loading history...',
  loadFailed: 'Error loading the history.',
  empty: 'No changes yet',
  emptyHelp: 'Changes made in Greenroom appear here, with who made them and when.',
  all: 'Show all in History',
  program: 'Greenroom',
  nobody: 'Nobody signed in',
  changes: (count: number) => (count === 1 ? 'change' : `${count} changes`),
  none: 'nothing',
  before: 'Before',
  after: 'After',
  sandbox: (services: string) => `Sandbox: ${services}`,
} as const
