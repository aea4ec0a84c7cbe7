import { expect, it } from 'vitest'
import { routeFor } from './route-path.ts'

const routes = ['/masterclass', '/masterclass/$id', '/masterclass/create', '/masterclass/edit/$id']

it.each([
  ['/masterclass', '/masterclass'],
  ['/masterclass/', '/masterclass'],
  ['/masterclass/create', '/masterclass/create'],
  ['/masterclass/01J', '/masterclass/$id'],
  ['/masterclass/edit/01J', '/masterclass/edit/$id'],
  ['/masterclass/edit', '/masterclass/$id'],
  ['/masterclass/edit/01J/more', undefined],
  ['/', undefined],
])('finds the route of %s', (path, route) => {
  expect(routeFor(path, routes)).toBe(route)
})
