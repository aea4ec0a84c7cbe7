import type { LoadCase } from './load-case.ts'

/** The benchmark's request for the counts of the sidebar. */
export const waitingCase: LoadCase = {
  name: 'Counts of the sidebar',
  paths: ['/admin/waiting'],
  mostTime: 15,
  // Each count grows with its queue, up to 1,000.
  isConstant: false,
}
