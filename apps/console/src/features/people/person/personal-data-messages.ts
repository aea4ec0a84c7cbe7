import type {
  Erasure,
  PersonPreview,
  PersonRecordKind,
} from '@greenroom/contract/people/person/personal-data.schema'

const number = new Intl.NumberFormat('en-IN')

/** Returns a count with its noun: "1 order", "2 orders". */
function counted(count: number, one: string, many = `${one}s`): string {
  return `${number.format(count)} ${count === 1 ? one : many}`
}

const nouns: Record<PersonRecordKind, [one: string, many: string]> = {
  account: ['account', 'accounts'],
  post: ['post', 'posts'],
  comment: ['comment', 'comments'],
  reply: ['comment by others under them', 'comments by others under them'],
  reaction: ['like or vote', 'likes and votes'],
  report: ['report that they made', 'reports that they made'],
  order: ['order', 'orders'],
  note: ['note about them', 'notes about them'],
  consent: ['consent or withdrawal', 'consents and withdrawals'],
  'order-note': ['note about their orders', 'notes about their orders'],
  registration: ['free registration', 'free registrations'],
  lead: ['advisory booking', 'advisory bookings'],
  creator: ['creator', 'creators'],
  advisor: ['advisor', 'advisors'],
  'sign-in-refusal': ['refused sign-in', 'refused sign-ins'],
}

/** What happens to the rows of a kind. */
const effects: Record<PersonRecordKind, string> = {
  account: 'deleted with its picture',
  post: 'deleted with their files',
  comment: 'deleted',
  reply: 'deleted',
  reaction: 'removed; counts go down',
  report: 'the reason stays, without who reported',
  order: 'name, contact and billing address removed; amounts, items and payment ids stay',
  note: 'deleted',
  consent: 'deleted',
  'order-note': 'text removed',
  registration: 'name and contact removed; session, times and attendance stay',
  lead: 'name and contact removed; status and times stay',
  creator: 'name and contact removed; sessions stay',
  advisor: 'name and contact removed; bookings stay',
  'sign-in-refusal': 'e-mail and network address removed',
}

/** Describes a row of the preview. */
export function goesText({ kind, count }: PersonPreview['goes'][number]): { what: string; effect: string } {
  return { what: counted(count, ...nouns[kind]), effect: effects[kind] }
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Formats a day without a time, such as 2033-12-31. */
function dayText(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`))
}

export function staysText({ count, until }: PersonPreview['stays'][number]): {
  what: string
  effect: string
} {
  return {
    what: counted(count, 'tax document'),
    effect: `must be kept until ${dayText(until)}; the buyer in ${count === 1 ? 'it' : 'them'} is removed after that day`,
  }
}

export function filesText(count: number): { what: string; effect: string } {
  return { what: counted(count, 'uploaded file'), effect: 'deleted at once, not moved to the trash' }
}

export function exportsText(count: number): { what: string; effect: string } {
  return {
    what: counted(count, 'exported file'),
    effect: 'deleted for everybody, because the person may be in it',
  }
}

/** What an erasure confirms. Every kind is there, so that the first record of a kind is a change too. */
export function previewFacts(preview: PersonPreview): { term: string; value: string }[] {
  const { names, emails, phones, goes, files, exports, stays } = preview
  const rows = Object.entries(nouns).map(([kind, [, many]]) => ({
    term: capital(many),
    value: number.format(goes.find((row) => row.kind === kind)?.count ?? 0),
  }))
  return [
    { term: personalDataMessages.names, value: names.toSorted().join(', ') },
    { term: personalDataMessages.emails, value: emails.toSorted().join(', ') },
    { term: personalDataMessages.phones, value: phones.toSorted().join(', ') },
    ...rows,
    { term: 'Uploaded files', value: number.format(files) },
    { term: 'Exported files', value: number.format(exports) },
    {
      term: 'Tax documents that stay',
      value: number.format(stays.reduce((sum, { count }) => sum + count, 0)),
    },
  ]
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const stepTexts: Record<NonNullable<Erasure['step']>, string> = {
  community: 'account, posts and comments',
  orders: 'orders',
  registrations: 'free registrations',
  leads: 'advisory bookings',
  contacts: 'creators and advisors',
  calls: 'stored responses',
  exports: 'exported files',
  history: 'history',
  files: 'uploaded files',
}

/** Describes the state of an erasure. */
export function erasureText({ state, step, documents_until }: Erasure): string {
  if (state === 'waiting') return 'Waiting'
  if (state === 'refused') return 'Refused, nothing was erased'
  if (state === 'running') return step === null ? 'Finishing' : `Erasing: ${stepTexts[step]}`
  return documents_until === null
    ? 'Erased'
    : `Erased, except tax documents until ${dayText(documents_until)}`
}

const countNouns: Record<string, [one: string, many: string]> = {
  ...nouns,
  reply: ['comment by others', 'comments by others'],
  report: ['report', 'reports'],
  note: ['note about the person', 'notes about the person'],
  'order-note': ['note', 'notes'],
  file: ['file', 'files'],
  document: ['tax document', 'tax documents'],
  'audit-entry': ['entry in the history', 'entries in the history'],
}

/** Lists what an erasure has changed so far. */
export function countsText(counts: Erasure['counts']): string {
  return Object.entries(countNouns)
    .flatMap(([kind, noun]) => (counts[kind] ? [counted(counts[kind], ...noun)] : []))
    .join(', ')
}

export const personalDataMessages = {
  intro:
    'For people who ask about their own data. Find the person, then export everything that is stored about them, or erase it.',
  searchTitle: 'Find a person',
  searchHelp:
    "The whole e-mail address, the phone number or the user id, as in their request. It won't appear in the page's URL.",
  search: 'E-mail address, phone or user id',
  find: 'Find',
  finding: 'Searching…',
  findFailed: 'The search failed.',
  foundTitle: 'Found people',
  none: 'Nobody found.',
  noneHelp: 'Check the spelling. A person without records here has no data to erase.',
  account: 'Account',
  noAccount: 'No account',
  open: 'Open',
  another: 'Find another person',

  loading: 'Loading the person…',
  loadFailed: 'The person could not be loaded.',
  gone: 'This person does not exist, or was erased.',
  retry: 'Retry',
  details: 'Details',
  names: 'Names',
  emails: 'E-mail addresses',
  phones: 'Phones',
  goes: 'Will be erased',
  stays: 'Will be kept',
  historyWhat: 'Entries in the history',
  historyEffect: 'kept without the personal details: what happened, when and by whom',
  sums: 'Amounts and counts',
  sumsEffect: 'kept; they name no one',
  elsewhere:
    'Razorpay, Zoom and other services keep their own records. Ask them to erase the person as well.',
  blocked: "This person can't be erased now",
  showOrder: 'Show the order',
  export: 'Export as JSON',
  exporting: 'Exporting…',
  exported: 'Data exported!',
  exportFailed: 'The data could not be exported.',
  erase: 'Erase…',

  eraseTitle: 'Erase this person?',
  eraseEffect: "This can't be undone. Backups made before keep the details until you delete them.",
  confirmation: (example: string) => `Type “${example}” to confirm`,
  cancel: 'Cancel',
  confirm: 'Erase',

  erasures: 'Earlier erasures',
  erasuresLoading: 'Loading erasures…',
  erasuresFailed: 'The erasures could not be loaded.',
  noErasures: 'No one has been erased yet.',
  requestedBy: (time: string, who: string) => `Requested ${time} by ${who}`,
  erasureStarted: 'Erasing started!',
} as const
