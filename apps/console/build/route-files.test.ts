import { expect, it } from 'vitest'
import { routeScreens } from './route-files.ts'

const parts = `
const List = lazyPart('list', () =>
  import('../list.tsx').then((part) => part.List),
)
const Form = lazyPart('form', () => import('../form.tsx').then((part) => part.Form))
const Login = lazyPart('login', () => import('../login.tsx').then((part) => part.Login))
`
const route = (path: string, component: string) => `  screen({
    path: ${path},
    component: ${component},
    search: { id: text },
  }),`

it('reads the path and the screen of each route', () => {
  const code = [
    parts,
    route('paths.list', 'List'),
    route("'/edit/$id'", "withProps(Form, { mode: 'edit' })"),
    route('paths.home', '() => null'),
    `const login = createRoute({
  getParentRoute: () => root,
  path: paths.login,
  component: Login,
})`,
  ].join('\n')
  expect(routeScreens(code, { list: '/list', login: '/login' })).toEqual([
    { path: '/list', module: '../list.tsx' },
    { path: '/edit/$id', module: '../form.tsx' },
    { path: '/login', module: '../login.tsx' },
  ])
})

it('fails on a screen without a route and on a path that it cannot read', () => {
  expect(() => routeScreens(parts + route("'/list'", 'List'), {})).toThrow('No route shows ../form.tsx.')
  expect(() => routeScreens(parts + route('paths.list', 'List'), {})).toThrow(
    'path of the route of ../list.tsx',
  )
})
