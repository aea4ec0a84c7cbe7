import type {
  DeliveryState,
  WebhookDestination,
  WebhookEventName,
  WebhookRecordType,
} from '@greenroom/contract/staff/webhook/webhook.schema'

/** Copy of the screen of webhooks (OQ-415). */
export const webhookMessages = {
  tableLabel: 'Webhooks',
  tabsLabel: 'State of webhooks',
  tabs: { all: 'All', waiting: 'Waiting', failed: 'Failed', sent: 'Sent' },
  loading: 'Loading webhooks...',
  loadFailed: 'Error loading webhooks.',
  empty: {
    all: 'No webhooks yet',
    waiting: 'Nothing waiting',
    failed: 'No failed webhooks',
    sent: 'Nothing sent yet',
  },
  emptyHelp: {
    all: 'Refunds, published sessions, removed posts and people, and moved leads appear here when they are announced.',
    waiting: 'Webhooks that are about to be sent, or to be sent again, appear here.',
    failed: 'Webhooks that no attempt could deliver within three days appear here.',
    sent: 'Webhooks that were accepted appear here for 30 days.',
  },
  notSetUp:
    'Webhooks tell your public product or LeadSquared what changes here. To use them, ask whoever runs Greenroom to set them up.',
  guide: 'Read the guide',
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  next: (time: string) => `next ${time}`,
  held: 'waits for an earlier one of this record',
  noAnswer: 'No response',
  details: 'Details',
  detailsOf: (event: string, record: string) => `Details of ${event}, ${record}`,
  resendFailed: (destination: string) => `Send failed again: ${destination}`,
  resendFailedTitle: (destination: string) => `Send all failed webhooks to ${destination} again?`,
  resendFailedEffect:
    'The oldest 1,000 are sent again, in the order of their changes. The receiver may get some of them twice.',
  resendFailedConfirm: 'Send again',
  cancel: 'Cancel',
  resending: 'Sending again',
  resentMany: (count: number) =>
    count === 1 ? 'Sending 1 webhook again' : `Sending ${count} webhooks again`,
  resendFailedFailed: 'Failed to send webhooks again',
} as const

/** Column headings. */
export const webhookColumns = {
  time: 'Time',
  event: 'Event',
  record: 'Record',
  state: 'State',
  answer: 'Last response',
  actions: 'Actions',
} as const

export const webhookDialogMessages = {
  id: 'ID',
  to: 'To',
  record: 'Record',
  state: 'State',
  created: 'Announced',
  sent: 'Sent',
  attempts: 'Attempts',
  lastAttempt: 'Last attempt',
  next: 'Next attempt',
  status: 'HTTP status',
  answer: 'Last response',
  payload: 'Payload',
  resend: 'Send again',
  resending: 'Sending again',
  resent: 'Sending the webhook again',
  resendFailed: 'Failed to send the webhook again',
  skip: 'Skip',
  skipHelp: 'Skip this webhook for good, so that later ones of its record are sent.',
  skipping: 'Skipping',
  skipped: 'Webhook skipped',
  skipFailed: 'Failed to skip the webhook',
} as const

export const eventTexts: Record<WebhookEventName, string> = {
  'order.refunded': 'Order refunded',
  'session.published': 'Session published',
  'session.changed': 'Session changed',
  'session.hidden': 'Session hidden',
  'post.removed': 'Post removed',
  'person.removed': 'Person removed',
  'post.restored': 'Post restored',
  'person.restored': 'Person restored',
  'person.consent': 'Consent recorded',
  'lead.moved': 'Lead moved',
  'page.add-to-cart': 'Add to cart on a payment page',
  'page.purchase': 'Purchase on a payment page',
}

export const destinationTexts: Record<WebhookDestination, string> = {
  product: 'Public product',
  'lead-squared': 'LeadSquared',
}

export const deliveryStateTexts: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  skipped: 'Skipped',
}

export const recordTexts: Record<WebhookRecordType, string> = {
  transaction: 'Order',
  masterclass: 'Masterclass',
  event: 'Event',
  post: 'Post',
  user: 'Account',
  lead: 'Lead',
}
