/** Words of the Creators screen (CRE-08, OQ-089); those of its fields are creatorMessages of the contract. */
export const creatorScreenMessages = {
  creating: 'Creating creator',
  created: 'Creator created successfully',
  createFailed: 'Failed to create creator. Please try again.',
} as const
