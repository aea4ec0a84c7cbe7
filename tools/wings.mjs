/**
 * The wings of the house, from the ground up: the folders that group the contract, the API's modules, the console's
 * features and its shared parts. A wing imports itself and what stands before it; docs/architecture.md draws them.
 */
export const wings = ['staff', 'money', 'sessions', 'people', 'desk', 'community', 'marketing', 'outside']

/** The wings that only the console's shared parts have. They stand below the others. */
export const sharedWings = ['field', 'record']

/** Places with wings, and what of each place is no wing. */
export const wingPlaces = [
  // Its own files and who may do what are the ground.
  { place: 'packages/contract/src', floors: wings, besides: ['access'] },
  { place: 'apps/api/src/modules', floors: wings, besides: [] },
  { place: 'apps/console/src/features', floors: wings, besides: [] },
  { place: 'apps/console/src/shared', floors: [...sharedWings, ...wings], besides: [] },
]
