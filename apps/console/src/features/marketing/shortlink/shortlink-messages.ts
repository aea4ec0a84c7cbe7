/** Copy of the short link screen (LINK-02, LINK-03, OQ-099, OQ-110). */
export const shortlinkListMessages = {
  tabsLabel: 'Short links',
  tabs: { all: 'All Shortlinks', create: 'Create Shortlink' },
  cardsLabel: 'Short links',
  loading: 'Loading shortlinks...',
  empty: 'No shortlinks found',
  emptyHelp: 'Short links appear here.',
  loadFailed: 'Error loading shortlinks.',
  shortLink: 'Short link',
  webUrl: 'Web URL',
  appUrl: 'App URL',
  parameters: 'Parameters',
  parametersOf: (code: string) => `Parameters of ${code}`,
  open: (what: string, code: string) => `Open ${what} of ${code}`,
  edit: 'Edit',
  opens: (count: number) => (count === 1 ? '1 open' : `${count.toLocaleString('en-IN')} opens`),
} as const

/** Copy of the form (LINK-04 to LINK-08, OQ-098). */
export const shortlinkFormMessages = {
  formTitle: 'Short link',
  formHint: 'Opens the web URL, or the app URL where there is no web URL.',
  parametersTitle: 'Parameters',
  parametersHint: 'Added to the query of the URL that opens.',
  shortCode: 'Short code',
  shortCodeHint: 'Leave it empty to generate one.',
  shortCodeFixed: "A short code can't be changed.",
  webUrl: 'Web URL',
  appUrl: 'App URL',
  appUrlHint: (schemes: string) => `Starts with ${schemes}`,
  name: 'Name',
  value: 'Value',
  nameOf: (place: number) => `Name of parameter ${place}`,
  valueOf: (place: number) => `Value of parameter ${place}`,
  removeParameter: (place: number) => `Remove parameter ${place}`,
  addParameter: 'Add parameter',
  sameName: 'Another parameter has this name',
  create: 'Create Shortlink',
  editTitle: (code: string) => `Edit ${code}`,
  notFound: 'This short link does not exist.',
  parameter: (name: string) => `Parameter ${name}`,
  save: 'Save',
  remove: 'Delete',
  removeTitle: (code: string) => `Delete ${code}?`,
  removeEffect: 'The short link stops working at once. The bin keeps it for 30 days.',
} as const

/** Toasts; the errors of create and update are fixed by the specification (LINK-13, LINK-14). */
export const shortlinkProgress = {
  create: {
    pending: 'Creating shortlink',
    success: 'Shortlink created successfully',
    error: 'Failed to create shortlink.',
  },
  update: {
    pending: 'Updating shortlink',
    success: 'Shortlink updated successfully',
    error: 'Failed to update shortlink. Please try again.',
  },
  remove: {
    pending: 'Deleting shortlink',
    success: 'Shortlink deleted successfully',
    error: 'Failed to delete shortlink.',
  },
} as const
