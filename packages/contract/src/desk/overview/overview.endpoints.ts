import { endpoint, ok } from '../../endpoint.ts'
import { Overview } from './overview.schema.ts'

/** Returns everything that the overview shows. */
export const getOverview = endpoint({
  name: 'getOverview',
  method: 'GET',
  path: '/admin/overview',
  summary: 'Get the next sessions, the sums of the last days and what waits',
  description: "Leaves out the parts of sections that the caller doesn't see.",
  requirements: ['OQ-445'],
  permissions: [],
  response: ok(Overview),
})
