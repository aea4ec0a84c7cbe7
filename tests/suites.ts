/**
 * What `npm test` runs of the slow tests: the jobs of a day as a whole, signing in, each screen once, and the budgets.
 * `npm run test:rest` runs all other files.
 */
export const coreJourneys = [
  'budget',
  'coupon',
  'leads-pipeline',
  'masterclass',
  'moderation',
  'post',
  'sample-site',
  'screens',
  'session',
  'shell',
  'staff',
  'transaction',
]

/** The tables of late scripts and of late, lost or failed responses, with hundreds of cases. */
export const hurryTables = ['hurry-answers', 'hurry-scripts', 'hurry-searches']

/** Process tests of more than a minute each, for `npm run test:rest`. */
export const longProcessTests = ['backup', 'books', 'erasure', 'import', 'refund', 'refused-start']
