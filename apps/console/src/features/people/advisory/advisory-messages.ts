import type { Lead } from '@greenroom/contract/people/advisory/advisory.schema'
import { funnelMessages, leadStageLabels } from '../../../shared/people/lead-funnel/lead-funnel-messages.ts'
import { leadStatusLabel } from './lead-status.ts'

/** Messages of the Services screen (ADV-19 to ADV-21). */
export const serviceListMessages = {
  cardsLabel: 'Advisory services',
  loading: 'Loading services...',
  empty: 'No services available.',
  emptyHelp: 'Services are created in the public product and appear here.',
  loadFailed: 'Failed to load services. Please try again or contact support.',
  advisorCount: (count: number) => (count === 1 ? '1 advisor' : `${count} advisors`),
  slot: (minutes: string) => `${minutes} min slot`,
  buffer: (minutes: string) => (minutes === '0' ? 'No buffer' : `${minutes} min buffer`),
  openLeads: (count: number) => (count === 1 ? '1 open lead' : `${count} open leads`),
} as const

/** Messages of one service, in view and edit mode (ADV-22 to ADV-26, OQ-090 to OQ-094). */
export const serviceMessages = {
  loading: 'Loading service...',
  loadFailed: 'Failed to load this service.',
  retry: 'Retry',
  edit: 'Edit Service',
  save: 'Save Changes',
  cancel: 'Cancel',
  viewLeads: 'View leads',
  leadsOf: (name: string) => `Leads of ${name}`,
  times: 'Times',
  timesHint: 'The length of a call and the buffer after it.',
  bufferTime: 'Buffer time',
  slotTime: 'Slot time',
  minute: 'minute',
  minutes: 'minutes',
  advisors: 'Advisors',
  advisorCount: (count: number) => (count === 1 ? '1 advisor' : `${count} advisors`),
  advisorsHint: 'The advisors who can be booked.',
  noAdvisors: 'No advisors yet',
  search: 'Add an advisor',
  searchPlaceholder: 'Search by e-mail',
  noMatch: 'No matching advisors found',
  searchFailed: 'Advisors could not be loaded.',
  remove: (name: string) => `Remove ${name}`,
  saved: 'Service saved',
  notSaved: 'Service not saved.',
} as const

/** Messages of the Advisors screen (ADV-15 to ADV-18, OQ-110). */
export const advisorMessages = {
  tabsLabel: 'Advisors',
  tabs: { all: 'All Advisors', create: 'Create Advisor' },
  cardsLabel: 'Advisors',
  loading: 'Loading advisors...',
  empty: 'No advisors found',
  emptyHelp: 'Advisors take the booked calls. Add the first one.',
  loadFailed: 'Error loading advisors.',
  email: 'Email',
  servicesOf: (name: string) => `Services of ${name}`,
  noServices: 'No services available',
  moreServices: (count: number, name: string) => `+${count} of the services of ${name}`,
  fewerServices: (name: string) => `Show fewer services of ${name}`,
  showFewer: 'Show fewer',
  firstName: 'First name',
  lastName: 'Last name',
  formTitle: 'Advisor',
  formHint: 'Advisors take the booked calls.',
  create: 'Create Advisor',
} as const

/** Toasts of a new advisor; the specification has the failure (ADV-18). */
export const advisorProgress = {
  pending: 'Creating advisor',
  success: 'Advisor created successfully',
  error: 'Failed to create advisor. Please try again.',
} as const

/** Messages of the Leads screen (ADV-07 to ADV-09, OQ-110). */
export const leadMessages = {
  /** What a lead is that somebody else has changed. */
  now: ({ status, advisor }: Pick<Lead, 'status' | 'advisor'>) =>
    `The status is ${leadStatusLabel(status)} now, the advisor ${advisor ? [advisor.first_name, advisor.last_name].join(' ').trim() : 'nobody'}.`,
  tableLabel: 'Advisory leads',
  search: 'Name or phone',
  /** Without the permission for personal data. */
  searchNames: 'Name',
  searchPlaceholder: 'Search leads',
  advisor: 'Advisor',
  allAdvisors: 'All advisors',
  status: 'Status',
  allStatuses: 'All statuses',
  service: 'Service',
  otherFilters: 'Other filters',
  waits: 'Waiting',
  waitsFor: { 'no-advisor': 'Without an advisor', 'past-call': 'Call without an outcome' },
  nothingFound: 'No matches',
  clear: 'Clear',
  clearFilters: 'Clear filters',
  loading: 'Loading leads...',
  empty: 'No leads found',
  emptyHelp: 'Leads appear here after a call is booked.',
  noMatch: 'No leads match the filters.',
  loadFailed: 'Error loading leads.',
  statusOf: (reference: string) => `Status of ${reference}`,
  noOutcome: 'past, no outcome yet',
  view: 'View',
  views: { table: 'Table', board: 'Board', today: 'Today', sources: 'Sources' },
  sort: 'Sort by',
  sorts: { newest: 'Newest booking', longest: 'Longest in status' },
  reason: 'Reason',
  anyReason: 'Any reason',
  noAdvisor: 'No advisor',
  since: (time: string) => `for ${time}`,
  sinceWhen: (time: string) => `Since ${time}`,
  action: 'Needs action',
  actions: {
    any: 'Today',
    'call-past': 'Past call, no outcome',
    'call-today': 'Call today',
    'follow-up': 'Follow-up due',
  },
  source: funnelMessages.source,
  noSource: funnelMessages.noSource,
  reached: 'Reached',
  stages: leadStageLabels,
  days: 'Booked',
} as const

/** Column headings of the specification (ADV-07). */
export const leadColumns = {
  reference: 'CRM reference ID',
  advisor: 'Advisor',
  service: 'Advisory Service',
  user: 'User',
  callDate: 'Call Date',
  bookedOn: 'Booked On',
  status: 'Status',
} as const

/** Messages of the booking dialog (ADV-11). */
export const leadDialogMessages = {
  untitled: 'Booking',
  loading: 'Loading booking...',
  loadFailed: 'Error loading this booking.',
  notFound: 'This booking does not exist.',
  previous: 'Previous lead',
  next: 'Next lead',
  place: (place: number, total: number) =>
    place === total ? `Last of ${total}` : place === 1 ? `First of ${total}` : `${place} of ${total}`,
  gone: 'No longer in this list',
  neighbourFailed: 'The next leads could not be loaded.',
  status: 'Status',
  advisor: 'Advisor',
  noAdvisor: 'No advisor yet',
  reassignHint: 'Choosing another advisor reassigns the call at once.',
  assignHint: 'Choosing an advisor assigns the call at once.',
  ofService: (service: string) => `Advisors of ${service}`,
  notOfService: 'Other advisors, not of this service',
  user: 'User',
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  booking: 'Booking',
  reference: 'CRM reference ID',
  callDate: 'Call Date',
  bookedOn: 'Booked On',
  utm: 'UTM details',
  noUtm: 'The booking has none.',
  history: 'Status history',
  reason: 'Reason for closing',
  noReason: 'None given',
  changeReason: 'Change reason',
  addReason: 'Add a reason',
  copied: (what: string) => `${what} copied`,
} as const

/** Messages of the question why a lead is closed (OQ-504). */
export const closeReasonMessages = {
  title: (reference: string) => `Why is ${reference} closed?`,
  what: 'the reason',
  help: (status: string) => `Its status is ${status}. Optional: a reason helps you compare lead sources.`,
  reason: 'Reason',
  none: 'No reason',
  note: 'Note',
  noteHint: 'Staff see it in the booking.',
  noteNeedsReason: 'Choose a reason to add a note.',
  noteTooLong: 'Should not exceed 500 characters',
  cancel: 'Cancel',
  saveStatus: 'Save status',
  saveReason: 'Save reason',
} as const

/** Messages of the question before a call is given to a busy advisor (OQ-506). */
export const clashMessages = {
  title: (advisor: string) => `Give ${advisor} two calls at once?`,
  confirm: 'Assign anyway',
  busy: (time: string) => `Busy ${time}`,
  call: (reference: string, service: string, start: string, free: string) =>
    `${reference}, “${service}”, ${start}; free again at ${free}`,
  help: (advisor: string, calls: string) =>
    `${advisor} has ${calls}. Slot and buffer of both calls are counted.`,
} as const

/** Messages of the board (OQ-503). */
export const boardMessages = {
  label: 'Leads by status',
  loading: 'Loading leads...',
  loadFailed: 'Error loading leads.',
  empty: 'No leads',
  card: (user: string, reference: string) => `${user}, ${reference}`,
  moved: (reference: string, status: string) => `${reference} moved to ${status}`,
  inTable: 'Show all in the table',
  changed: (changes: number) => (changes === 1 ? '1 change on the board' : `${changes} changes on the board`),
  help: 'Drag a card to another column, choose its status under Move, or press Alt with ← or →. Arrow keys go from card to card.',
  move: 'Move',
  fold: 'Fold this column',
  unfold: 'Show this column',
} as const

/** Messages of the view Today (OQ-501, OQ-716). */
export const todayMessages = {
  label: 'Leads that need action today, by advisor',
  loading: 'Loading what needs action...',
  loadFailed: 'Error loading what needs action.',
  empty: 'Nothing needs action today',
  emptyHelp: 'Calls of today, past calls without an outcome and follow-ups appear here.',
  advisor: 'Advisor',
  all: 'All',
  calls: 'Calls today',
  noCalls: 'No more calls today.',
  answers: 'Answer next',
  noAnswers: 'Nobody waits for an answer.',
  listFailed: 'Error loading leads.',
  showAll: (count: string, action: string) => `All ${count}: ${action}`,
  byAdvisor: 'By advisor',
  open: (count: string, action: string, advisor: string) => `${count} ${action}, ${advisor}`,
} as const

/** Messages of the view Sources (OQ-505). */
export const sourceMessages = {
  loadFailed: 'Error loading sources.',
  empty: 'No leads were booked in these days',
  emptyHelp: 'Choose other days.',
  from: 'Booked from',
  to: 'Booked until',
  reversed: "From can't be after To.",
  tooLong: 'Choose at most 366 days.',
} as const

/** Toasts when the reason of a closed lead is changed (OQ-504). */
export const reasonProgress = {
  pending: 'Saving the reason...',
  success: 'Reason saved',
  error: 'Failed to save the reason.',
} as const

/** Toasts of an inline status edit (ADV-34). */
export const statusProgress = {
  pending: 'Updating status...',
  success: 'Status updated!',
  error: 'Failed to update status.',
} as const

/** Toasts when a booking gets another advisor (ADV-35). */
export const reassignProgress = {
  pending: 'Reassigning advisor...',
  success: 'Advisor reassigned successfully',
  error: 'Failed to reassign advisor',
} as const

/** Toasts when a booking gets its first advisor (ADV-36, OQ-092). */
export const assignProgress = {
  pending: 'Updating advisor...',
  success: 'Advisor updated successfully',
  error: 'Failed to update advisor',
} as const
