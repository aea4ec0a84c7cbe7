/** Toasts of a new creator (CRE-08, OQ-089); the messages of its fields are creatorMessages of the contract. */
export const creatorProgress = {
  create: {
    pending: 'Creating creator',
    success: 'Creator created successfully',
    error: 'Failed to create creator. Please try again.',
  },
} as const
