/** Messages of a list of creators, on the Creators screen and in the picker (OQ-110). */
export const creatorListMessages = {
  empty: 'No creators found',
  failed: 'Error loading creators.',
  loading: 'Loading creators...',
} as const
