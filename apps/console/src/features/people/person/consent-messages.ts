import type { ConsentChannel, ConsentSource } from '@greenroom/contract/consent'

/** Messages of what a person agreed to (OQ-736). */
export const consentPageMessages = {
  title: 'Marketing',
  given: 'Given',
  withdrawn: 'Withdrawn',
  notAsked: 'Not asked',
  history: 'History',
  historyOf: 'History of consent',
  record: 'Record',
  recordLabel: 'Record consent or withdrawal',
} as const

/** Names of the channels. */
export const channelLabels: Record<ConsentChannel, string> = {
  email: 'E-mail',
  whatsapp: 'WhatsApp',
  phone: 'Phone, SMS',
}

/** From where a consent is known. */
export const sourceTexts: Record<ConsentSource, string> = {
  account: 'from the account',
  order: 'from an order',
  registration: 'from a registration',
  booking: 'from a booking',
  staff: 'from staff',
}

/** Messages of the history of consent. */
export const consentHistoryMessages = {
  title: 'Consent to marketing',
  loading: 'Loading history...',
  loadFailed: 'Error loading the history of consent.',
  empty: 'Nothing recorded yet',
  emptyHelp: 'What this person agrees to or withdraws appears here. Until then it counts as no consent.',
  entries: 'What the person said, the latest first',
  said: (channel: string, isGiven: boolean) => `${channel}: ${isGiven ? 'given' : 'withdrawn'}`,
  agreedTo: (text: string) => `Agreed to: ${text}`,
  /** Before the name of the member of staff. */
  recorded: (time: string) => `Recorded ${time} by`,
  received: (time: string) => `Received ${time}`,
} as const

/** Messages of the dialog in which staff record what a person told them. */
export const consentDialogMessages = {
  title: 'Record consent or withdrawal',
  help: 'Record only what the person said. Silence is no consent.',
  what: 'what you entered',
  channel: 'Marketing by',
  said: 'The person',
  agreed: 'Agreed',
  withdrew: 'Withdrew, or said no',
  at: 'When they said so',
  reason: 'How you know',
  reasons: ['Asked on the phone', 'Wrote to us', 'Asked at an event'],
  usual: 'Usual reasons',
  channelMissing: 'Choose a channel',
  saidMissing: 'Choose what the person said',
  atMissing: 'Enter when the person said so',
  reasonMissing: 'Enter how you know',
  cancel: 'Cancel',
  record: 'Record',
} as const
