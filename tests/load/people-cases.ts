import { emailOfPerson, lastNameOf, membershipId, phoneOfPerson, soldId } from './fill-people.ts'
import type { LoadCase } from './load-case.ts'

/** The benchmark's requests for the list of people, each for a page of twenty. */
export function peopleCases(people: number): LoadCase[] {
  const path = (query: Record<string, string | number>) =>
    `/admin/people?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`
  const some = Array.from({ length: 500 }, (_, n) => Math.floor((n * people) / 500))
  const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const one = (name: string, ...queries: Record<string, string | number>[]): LoadCase => ({
    name,
    paths: queries.map(path),
    mostTime: 20,
    isConstant: false,
    isCompared: false,
  })
  const titles = Array.from({ length: 40 }, (_, n) => n * 7)
  return [
    one('First page', {}),
    one('Sorted by name', { sort: 'name' }),
    one('Sorted by what was spent', { sort: 'spent' }),
    one('Newest people', { sort: 'first_seen' }),
    one('Search by name', ...some.map((n) => ({ q: lastNameOf(n) }))),
    one('Search by a part that thousands have', { q: 'avya' }, { q: 'ish' }),
    one('Search by e-mail address', ...some.map((n) => ({ q: emailOfPerson(n) }))),
    one('Search by phone', ...some.map((n) => ({ q: phoneOfPerson(n).slice(3) }))),
    one('Membership held now', ...[0, 1, 2, 3, 4].map((n) => ({ membership_id: membershipId(n) }))),
    one(
      'Bought one title',
      ...titles.map((n) => ({ entity_type: 'events', entity_id: soldId('events', n) })),
    ),
    one('Seat of a session', ...titles.map((n) => ({ session_id: soldId('masterclass', n) }))),
    one('Came', ...titles.map((n) => ({ session_id: soldId('masterclass', n), attendance: 'came' }))),
    one(
      'Did not come',
      ...titles.map((n) => ({ session_id: soldId('masterclass', n), attendance: 'absent' })),
    ),
    one('Spent at least', { spent_from: 100_000 }, { spent_from: 900_000_000 }, { spent_from: 1_000_000 }),
    one('Label', { label: 'Speaker' }, { label: 'Group 20' }),
    one('Source', { source: 'google' }, { source: 'meta' }),
    one('Without an account', { account: 'no' }),
    one('Seen in a month', { seen_from: day(60), seen_to: day(30) }),
    // Most people were seen first in the first year of the three.
    one('First seen in a month', { since_from: day(900), since_to: day(870) }),
    one('Several filters', {
      membership_id: membershipId(1),
      source: 'google',
      entity_type: 'events',
      spent_from: 500_000,
      seen_from: day(365),
    }),
  ]
}
