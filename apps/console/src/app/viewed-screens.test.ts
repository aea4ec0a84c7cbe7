import { viewedScreen, viewedScreens } from '@greenroom/contract/desk/saved-view/viewed-screens'
import { expect, it } from 'vitest'
import { transactionListTypes } from '../lib/paths.ts'
import { isInSection, navHome, navSections } from './nav.ts'
import { permissionsOfScreen } from './screen-access.ts'

const routeOf = (path: string) =>
  path.replace(new RegExp(`^/transactions/(?:${transactionListTypes.join('|')})$`), '/transactions/$type')

it.each(Object.entries(viewedScreens))(
  'opens views of %s to whom the screen opens (OQ-496)',
  (path, { opens }) => {
    expect([...opens].sort()).toEqual([...permissionsOfScreen(routeOf(path))].sort())
  },
)

it('has the views of each screen in one section of the sidebar, and no two sections under one name (OQ-499)', () => {
  const labels = new Map<string, Set<string>>()
  for (const [path, { section }] of Object.entries(viewedScreens)) {
    const within = [...navHome, ...navSections]
      .filter((one) => isInSection(one, path))
      .map(({ label }) => label)
    expect([path, within]).toEqual([path, [expect.any(String)]])
    labels.set(section, new Set([...(labels.get(section) ?? []), ...within]))
  }
  for (const [section, names] of labels) expect([section, names.size]).toEqual([section, 1])
  expect(new Set([...labels.values()].flatMap((names) => [...names])).size).toBe(labels.size)
})

it('has every screen of the sidebar that is a list (OQ-495)', () => {
  const paths = navSections.flatMap(({ path, items }) => items?.map((item) => item.path) ?? [path])
  // People's data has no filters: its search names a person.
  expect(paths.filter((path) => !viewedScreen(path))).toEqual(['/personal-data'])
})
