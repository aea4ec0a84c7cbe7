import type { LoadCase } from './load-case.ts'

/** The benchmark's request for the counts of the sidebar. */
export const waitingCase: LoadCase = {
  name: 'Counts of the sidebar',
  paths: ['/admin/waiting'],
  mostTime: 15,
}
