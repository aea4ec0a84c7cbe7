/** The statuses of a lead, as the API names them (ADV-05). */
export const leadStatuses = [
  'INSURANCE_CALL_SCHEDULED',
  'DID_NOT_JOIN_CALL',
  'DISCUSSION_COMPLETED',
  'QUOTE_SENT_TO_CLIENT',
  'PAYMENT_LINK_SENT',
  'DOCUMENTS_PENDING',
  'CLOSED_WON',
  'CLOSED_LOST',
  'NOT_QUALIFIED',
  'DEFERRED',
  'CANCELLED',
] as const
export type LeadStatus = (typeof leadStatuses)[number]
