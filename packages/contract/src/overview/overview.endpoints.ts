import { endpoint, ok } from '../endpoint.ts'
import { Overview } from './overview.schema.ts'

/** Returns everything that the overview shows. */
export const getOverview = endpoint({
  name: 'getOverview',
  method: 'GET',
  path: '/admin/overview',
  summary: 'Get the next sessions, the sums of the last days and what waits',
  requirements: ['OQ-445'],
  permissions: [],
  response: ok(Overview),
})
