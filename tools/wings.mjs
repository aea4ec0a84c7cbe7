/**
 * The wings, lowest first: the folders that group the contract, the API's modules, the console's features and its shared
 * parts. A wing imports only itself and those before it; docs/architecture.md has their map.
 */
export const wings = ['staff', 'money', 'sessions', 'people', 'desk', 'community', 'marketing', 'outside']

/** Wings that only the console's shared parts have, below the others. */
export const sharedWings = ['field', 'record']

/** Places with wings, and what of each place is no wing. */
export const wingPlaces = [
  // Roles and permissions, which all wings may import.
  { place: 'packages/contract/src', floors: wings, besides: ['access'] },
  { place: 'apps/api/src/modules', floors: wings, besides: [] },
  { place: 'apps/console/src/features', floors: wings, besides: [] },
  { place: 'apps/console/src/shared', floors: [...sharedWings, ...wings], besides: [] },
]
