/** Words of the screen of short links (LINK-02, LINK-03, OQ-099, OQ-110). */
export const shortlinkWords = {
  tabsLabel: 'Short links',
  /** LINK-02 */
  tabs: { all: 'All Shortlinks', create: 'Create Shortlink' },
  cardsLabel: 'Short links',
  loading: 'Loading shortlinks...',
  empty: 'No shortlinks found',
  emptyHelp: 'Short links stand here once they are created.',
  loadFailed: 'Error loading shortlinks.',
  shortLink: 'Short link',
  webUrl: 'Web URL',
  appUrl: 'App URL',
  parameters: 'Parameters',
  parametersOf: (code: string) => `Parameters of ${code}`,
  open: (what: string, code: string) => `Open ${what} of ${code}`,
  edit: 'Edit',
} as const

/** Words of the form, of a new link and of a stored one (LINK-04 to LINK-08, OQ-098). */
export const shortlinkFormWords = {
  formTitle: 'Short link',
  formHint: 'Opens the web URL, or the app URL where there is no web URL.',
  parametersTitle: 'Parameters',
  parametersHint: 'Put into the query of the address that opens.',
  shortCode: 'Short code',
  shortCodeHint: 'Left empty, one is generated.',
  shortCodeFixed: 'A short code stays as it is once the link exists.',
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
  /** A value that was removed. */
  none: 'None',
  save: 'Save',
  cancel: 'Cancel',
  remove: 'Delete',
  removeTitle: (code: string) => `Delete ${code}?`,
  removeEffect: 'Whoever opens the short link finds nothing from now on. This cannot be undone.',
  discardTitle: 'Close without saving?',
  discardEffect: 'What you changed is lost.',
} as const

/** What the toasts say; the failures of create and update are the specification's (LINK-13, LINK-14). */
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
