import { addDays, dayIn } from '@greenroom/contract/calendar-day'
import { busiestAuthor, postsOfBusiestAuthor, userOf } from './fill-community.ts'
import type { LoadCase } from './load-case.ts'
import { overviewCase } from './overview-case.ts'
import { waitingCase } from './waiting-case.ts'

const allTypes = 'offensive,spam,misleading,hate,illegal,sensitive,other,harassment'
/** The first four pages of a queue, as a moderator opens them. */
const pages = [0, 5, 10, 15]

/** The benchmark's requests for the community, and for the counts of the sidebar. */
export function communityCases(posts: number): LoadCase[] {
  return [
    {
      name: 'Reported posts',
      paths: pages.map(
        (offset) => `/admin/activities?report_types=${allTypes}&feed_limit=5&feed_offset=${offset}`,
      ),
    },
    {
      name: 'Reported posts, two types',
      paths: pages.map(
        (offset) => `/admin/activities?report_types=illegal,hate&feed_limit=5&feed_offset=${offset}`,
      ),
    },
    {
      name: 'Reported comments',
      paths: pages.map(
        (offset) => `/admin/reactions?report_types=${allTypes}&reaction_limit=5&reaction_offset=${offset}`,
      ),
    },
    {
      name: 'Reported users',
      paths: pages.map((offset) => `/admin/users/report?report_types=${allTypes}&limit=5&offset=${offset}`),
    },
    {
      name: 'Last page of a feed',
      paths: [
        `/admin/${busiestAuthor}/activity?feed_limit=25&feed_offset=${postsOfBusiestAuthor(posts) - 25}`,
      ],
    },
    ...['day', 'month'].map((step) => ({
      name: `Numbers of a year of moderation by ${step}`,
      paths: [`/admin/numbers/moderation?${new URLSearchParams({ ...lastYear(), step })}`],
      // It counts the reports of the year.
      isConstant: false,
      isCompared: false as const,
    })),
    waitingCase,
    overviewCase,
    {
      name: 'Page of a person',
      paths: [`/admin/people/${busiestAuthor}`],
      mostTime: 50,
      isCompared: false,
    },
    {
      // Each is recorded as a look of its own once a minute.
      name: 'Pages of 500 people',
      paths: Array.from({ length: 500 }, (_, n) => `/admin/people/${userOf(n)}`),
      mostTime: 50,
      isCompared: false,
    },
    {
      name: 'Timeline of a person',
      paths: [`/admin/people/${busiestAuthor}/timeline`],
      mostTime: 50,
      isCompared: false,
    },
  ]
}

function lastYear(): { from: string; to: string } {
  const to = dayIn(new Date(), 'Asia/Kolkata')
  return { from: addDays(to, -364), to }
}
