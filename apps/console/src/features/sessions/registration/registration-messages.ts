import type {
  Registration,
  RegistrationState,
} from '@greenroom/contract/sessions/registration/registration.schema'

export const registrationMessages = {
  tableLabel: 'Registrations',
  tabsLabel: 'State of the seat',
  search: 'Name, e-mail or phone',
  searchPlaceholder: 'Search people',
  export: 'Export',
  inPeople: 'In People',
  copyEmails: 'Copy e-mails',
  copiedEmails: (count: number) => (count === 1 ? '1 e-mail copied' : `${count} e-mails copied`),
  copyingEmails: 'Reading the e-mails',
  copyFailed: 'The e-mails were not copied.',
  loading: 'Loading registrations...',
  empty: 'No registrations found',
  emptyHelp: 'People appear here when they buy a seat or sign up.',
  noneGivenBack: 'Seats appear here when they are cancelled or refunded.',
  noMatch: 'No registrations match the search.',
  clearSearch: 'Clear search',
  loadFailed: 'Error loading registrations.',
  free: 'Free',
  minutes: (minutes: number) => `${minutes.toLocaleString('en-IN')} min`,
  notAttended: '–',
  giveBack: 'Give back',
  giveBackOf: (name: string) => `Give back the seat of ${name}`,
  restore: 'Restore',
  restoreOf: (name: string) => `Restore the registration of ${name}`,
  restoring: 'Restoring the registration',
  restored: 'Registration restored',
  restoreFailed: 'The registration was not restored.',
} as const

export const registrationTabs: Record<RegistrationState, string> = {
  holding: 'Registered',
  given_back: 'Cancelled or refunded',
  all: 'All',
}

/** Column headings. */
export const registrationColumns = {
  person: 'Name',
  phone: 'Phone',
  registered: 'Registered on',
  origin: 'Order',
  attended: 'Attended',
  state: 'State',
  actions: 'Actions',
} as const

/** Returns what the list says about a seat. */
export function seatText({ given_back_reason: reason }: Pick<Registration, 'given_back_reason'>): string {
  if (reason === null) return 'Registered'
  return { refund: 'Refunded', cancelled: 'Cancelled', staff: 'Given back by staff' }[reason]
}

export const giveBackMessages = {
  title: (name: string) => `Give back the seat of ${name}?`,
  effect: 'This frees the seat for someone else. Only staff can restore the registration.',
  confirm: 'Give back',
  cancel: 'Cancel',
  done: 'Seat given back',
} as const

export const registrationExportMessages = {
  title: 'Export registrations',
  rows: (total: number) =>
    total === 1
      ? 'Exports the 1 row of this list.'
      : `Exports all ${total.toLocaleString('en-IN')} rows of this list.`,
} as const
