const invoices = (count: number) => (count === 1 ? '1 invoice' : `${count} invoices`)

/** Messages of the dialog that adds several missing States. */
export const missingStatesMessages = {
  open: (count: number) => (count === 1 ? 'Add 1 missing State' : `Add ${count} missing States`),
  title: 'Add missing States',
  effect:
    'An issued invoice never changes. For each row with a State, Greenroom issues a credit note and a new invoice, both dated in the month of the old one while it is open, and otherwise today. Rows without one stay as they are.',
  table: 'Invoices without a State',
  loading: 'Loading invoices...',
  loadFailed: 'The invoices could not be loaded.',
  retry: 'Retry',
  none: 'Every invoice has its State.',
  shown: (shown: number, count: number) =>
    `The newest ${shown} of ${count} invoices are listed. Add their States first, then open this again for the others.`,
  stateOfSelected: 'State of the selected invoices',
  placeholderOfSelected: 'State of the selected',
  stateOf: (serial: string) => `State of ${serial}`,
  placeholder: 'Choose a State',
  noMatches: 'No matches',
  states: 'States',
  countries: 'Outside India',
  clear: (serial: string) => `Clear the State of ${serial}`,
  venue: 'State of the venue',
  guess: 'Guess from',
  guessOfOrder: (when: string) => `an order of ${when}`,
  guessOfVenue: 'the event',
  takeGuess: (place: string) => `Use the guess: ${place}`,
  takeAll: 'Use the guess for all',
  ready: (count: number, of: number) => `${count} of ${invoices(of)} with a State`,
  cancel: 'Cancel',
  submit: (count: number) =>
    count === 1 ? 'Issue 1 corrected invoice' : `Issue ${count} corrected invoices`,
  submitNone: 'Issue corrected invoices',
  chooseOne: 'Choose the State of at least one invoice.',
  pending: 'Issuing documents...',
  success: (count: number) => `${count === 1 ? '1 invoice' : `${count} invoices`} corrected`,
  leftOut: 'Rows with a message are left out now. Press the button again to correct the others.',
} as const
