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
  times: 'Times',
  timesHint: 'The length of a call and the buffer after it.',
  bufferTime: 'Buffer time',
  slotTime: 'Slot time',
  minute: 'minute',
  minutes: 'minutes',
  advisors: 'Advisors',
  advisorsHint: 'The advisors who can be booked.',
  noAdvisors: 'No advisors yet',
  search: 'Add an advisor',
  searchPlaceholder: 'Search by e-mail',
  noMatch: 'No matching advisors found',
  searchFailed: 'Advisors could not be loaded.',
  remove: (name: string) => `Remove ${name}`,
  saved: 'Service saved',
} as const

/** Messages of the Advisors screen (ADV-15 to ADV-18, OQ-110). */
export const advisorMessages = {
  tabsLabel: 'Advisors',
  tabs: { all: 'All Advisors', create: 'Create Advisor' },
  cardsLabel: 'Advisors',
  loading: 'Loading advisors...',
  empty: 'No advisors found',
  emptyHelp: 'Advisors appear here.',
  loadFailed: 'Error loading advisors.',
  id: 'ID',
  email: 'Email',
  services: 'Services',
  servicesOf: (name: string) => `Services of ${name}`,
  noServices: 'No services available',
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
  copied: (what: string) => `${what} copied`,
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
