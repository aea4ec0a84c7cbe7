import type { Permission } from '@greenroom/contract/access/permission'

/** Copy of the API keys screen (OQ-360, OQ-361). */
export const apiKeyListMessages = {
  tableLabel: 'API keys',
  loading: 'Loading API keys...',
  empty: 'No API keys yet',
  emptyHelp:
    'A key lets a server of yours call Greenroom: your checkout, a nightly import. It has its own permissions and can be revoked at any time.',
  loadFailed: 'Error loading API keys.',
  create: 'Create key',
  inUse: 'In use',
  unused: 'Not used yet',
  expired: 'Expired',
  revoked: 'Revoked',
  never: 'Never',
  by: (who: string) => `by ${who}`,
  revoke: 'Revoke',
  revokeOf: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke the key “${name}”?`,
  revokeEffect: "Servers with this key are refused within 20 seconds. This can't be undone.",
  revoking: 'Revoking key',
  revokedNow: 'Key revoked',
  revokeFailed: 'Failed to revoke the key',
} as const

/** Column headings. */
export const apiKeyColumns = {
  name: 'Name and prefix',
  permissions: 'Permissions',
  made: 'Created',
  used: 'Last use',
  ends: 'Ends',
  actions: 'Actions',
} as const

export const apiKeyDialogMessages = {
  title: 'Create an API key',
  what: 'the new key',
  name: 'Name',
  nameHint: 'Which server uses it',
  permissions: 'Permissions',
  presets: 'Start with',
  section: 'Section',
  kinds: { read: 'Read', write: 'Write', export: 'Export' },
  ends: 'Ends',
  submit: 'Create key',
  cancel: 'Cancel',
  shownTitle: 'Copy the key now',
  shownHelp:
    'It is not shown again. Keep it where your server keeps its secrets, and never in a browser or an app.',
  key: 'API key',
  copy: 'Copy key',
  copied: 'Key copied',
  example: 'Try it',
  done: 'Done',
  blocked:
    'The browser blocked copying. The key is selected: copy it with Ctrl+C, on a Mac with ⌘C, or press and hold it.',
  notCopied: 'You have not copied the key. It is not shown again.',
  leave: 'Close without copying',
} as const

/** The sections of a key's permissions: a name and what it covers. */
export const keySections: readonly { prefix: string; name: string; covers: string }[] = [
  { prefix: 'intake', name: 'Intake', covers: 'What a public product shows, and what it sends' },
  { prefix: 'content', name: 'Content', covers: 'Sessions, creators, posts, news, coupons, payment pages' },
  { prefix: 'moderation', name: 'Moderation', covers: 'Reports' },
  { prefix: 'advisory', name: 'Advisory', covers: 'Services, advisors and leads' },
  { prefix: 'money', name: 'Money', covers: 'Transactions, documents, months and differences' },
  { prefix: 'personal', name: 'Contact details', covers: 'Phone numbers and e-mail addresses in full' },
  { prefix: 'staff', name: 'Staff', covers: 'Who may sign in' },
  { prefix: 'history', name: 'History', covers: 'Who changed what' },
  { prefix: 'webhook', name: 'Webhooks', covers: 'What was announced, and whether it arrived' },
]

/** Permissions that usual servers need. */
export const keyPresets: readonly { name: string; permissions: readonly Permission[] }[] = [
  { name: 'Website', permissions: ['intake.read'] },
  { name: 'Checkout', permissions: ['intake.read', 'intake.write'] },
  { name: 'Nightly import', permissions: ['content.read', 'content.write'] },
  { name: 'Accounting', permissions: ['money.read', 'money.export'] },
]

/** Days after which a key can end; null never. */
export const keyLifetimes: readonly { value: string; label: string; days: number | null }[] = [
  { value: '30', label: 'In 30 days', days: 30 },
  { value: '90', label: 'In 90 days', days: 90 },
  { value: '365', label: 'In one year', days: 365 },
  { value: 'never', label: 'Never', days: null },
]
