/** Messages of a debit note against a credit note (OQ-811). */
export const debitNoteMessages = {
  action: 'Debit note',
  actionOf: (serial: string) => `Debit note for ${serial}`,
  proposed: 'Razorpay did not give this money back. A debit note takes the credit note back.',
  title: (serial: string) => `Take back ${serial}`,
  help: 'For a credit note whose money was not given back: the refund failed, or was smaller.',
  how: 'How much',
  whole: (amount: string) => `All of it, ${amount}`,
  part: 'Part of it',
  amount: 'Amount',
  effect:
    'The debit note is dated today and has the tax that the credit note took off. It is reported in this month’s GSTR-1.',
  cancel: 'Cancel',
  submit: 'Issue debit note',
  pending: 'Issuing debit note...',
  success: (serial: string) => `Issued ${serial}`,
} as const
