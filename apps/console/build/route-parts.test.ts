import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { paths } from '../src/lib/paths.ts'
import { routeParts } from './route-parts.ts'

const list = `const List = lazyPart('list', () => import('./list.tsx').then((part) => part.List))`

it('finds the module of a route by its component, a wrapped one and one inside another', () => {
  const code = `${list}
    const Checked = Object.assign(() => <List />, { preload: List.preload })
    createRoute({ path: '/list', component: List })
    createRoute({ path: paths.wrapped, component: withProps(List, { mode: 'edit' }) })
    createRoute({ path: '/checked/$type', component: Checked })
    createRoute({ path: '/none', component: () => null })`
  expect(routeParts(code, { wrapped: '/wrapped/$id' })).toEqual([
    { path: '/list', modules: ['./list.tsx'] },
    { path: '/wrapped/$id', modules: ['./list.tsx'] },
    { path: '/checked/$type', modules: ['./list.tsx'] },
  ])
})

it('refuses a path that it cannot read', () => {
  expect(() => routeParts(`${list}; createRoute({ path: paths.gone, component: List })`, {})).toThrow(/path/)
})

it('reads every screen of the console', () => {
  const code = readFileSync(join(import.meta.dirname, '../src/app/routes.tsx'), 'utf8')
  const routes = routeParts(code, paths)
  const imported = new Set([...code.matchAll(/import\('([^']+)'\)/g)].map(([, name]) => name))
  expect(new Set(routes.flatMap(({ modules }) => modules))).toEqual(imported)
})
