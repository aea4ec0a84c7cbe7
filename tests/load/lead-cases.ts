import { createHash } from 'node:crypto'
import { peopleOf, personOf } from './fill-leads.ts'
import type { LoadCase } from './load-case.ts'
import { overviewCase } from './overview-case.ts'
import { waitingCase } from './waiting-case.ts'

/** Returns the id of the n-th advisor in the filled database. */
function advisorId(n: number): string {
  const hex = createHash('md5').update(`advisor ${n}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The benchmark's requests for the list of leads, each for a page of ten, and for the counts of the sidebar. */
export function leadCases(leads: number): LoadCase[] {
  const path = (query: Record<string, string | number>) => {
    const search = new URLSearchParams({ limit: '10' })
    for (const [name, value] of Object.entries(query)) search.set(name, String(value))
    return `/admin/advisory/bookings?${search}`
  }
  const people = Array.from({ length: 1000 }, (_, n) => personOf(Math.floor((n * peopleOf(leads)) / 1000)))
  return [
    { name: 'First page', paths: [path({ offset: 0 })] },
    {
      name: 'Advisor and status',
      paths: Array.from({ length: 20 }, (_, n) =>
        path({ advisor_id: advisorId(n), status: 'DISCUSSION_COMPLETED', offset: 0 }),
      ),
    },
    { name: 'Last page', paths: [path({ offset: leads - 10 })] },
    {
      name: 'Search by phone',
      paths: people.map(({ phone }) => path({ search: phone, offset: 0 })),
    },
    {
      name: 'Search by name',
      paths: people.map(({ name }) => path({ search: name, offset: 0 })),
      mostTime: 50,
      // It counts everybody of that name.
      isConstant: false,
    },
    {
      name: 'Search by first name',
      paths: people.slice(0, 24).map(({ firstName }) => path({ search: firstName, offset: 0 })),
      isConstant: false,
    },
    waitingCase,
    overviewCase,
    {
      name: 'A column of the board',
      paths: ['DISCUSSION_COMPLETED', 'DEFERRED'].map((status) =>
        path({ status, sort: 'longest', offset: 0 }),
      ),
      mostTime: 50,
      isCompared: false,
    },
    {
      name: 'Needs action today',
      paths: ['/admin/advisory/lead-actions'],
      mostTime: 50,
      // Three counts for each advisor, each up to 1,000.
      isConstant: false,
      isCompared: false,
    },
    {
      name: 'Funnel of thirty days',
      paths: [`/admin/advisory/lead-funnel?${lastDays(30)}`],
      mostTime: 50,
      // It counts the leads of the span.
      isConstant: false,
      isCompared: false,
    },
    {
      name: 'Numbers of a year of leads by source',
      paths: [`/admin/advisory/lead-funnel?${lastDays(365)}`],
      isConstant: false,
      isCompared: false,
    },
  ]
}

function lastDays(days: number): URLSearchParams {
  const now = Date.now()
  return new URLSearchParams({
    start_date: new Date(now - days * 86_400_000).toISOString(),
    end_date: new Date(now).toISOString(),
  })
}
