import type { LoadCase } from './load-case.ts'

/** The benchmark's request for the overview. */
export const overviewCase: LoadCase = {
  name: 'Overview',
  paths: ['/admin/overview'],
  mostTime: 50,
  // Its counts grow with their queues, up to 1,000, and with the people of the next sessions.
  isConstant: false,
}
