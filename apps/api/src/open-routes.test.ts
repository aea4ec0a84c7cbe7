import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ SITE: 'off', SECURITY_CONTACT: 'security@greenroom.example' })
})
afterAll(() => app.close())

/** Method and path of every route of the server, parsed from Fastify's route tree. */
function routesOf(tree: string): { method: string; path: string }[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part, methods] = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line) ?? []
    if (part === undefined || methods === undefined) return []
    // Four characters per level.
    const level = indent.length / 4
    above.splice(level, above.length, part)
    const path = above.join('')
    return methods.split(', ').map((method) => ({ method, path }))
  })
}

/** Calls every route without a credential. Returns the paths that respond to anybody. */
async function openRoutes({ app, url }: TestApp): Promise<string[]> {
  const tree = app.fastify.printRoutes({ commonPrefix: false })
  const routes = routesOf(tree)
  expect(routes.length).toBe([...tree.matchAll(/\b[A-Z]{3,}\b/g)].length)
  expect(routes.length).toBeGreaterThan(100)
  const open = new Set<string>()
  for (const { method, path } of routes) {
    // The preflight response.
    if (method === 'OPTIONS') continue
    const address = path.replace(/:\w+|\*/g, 'x')
    const answer = await fetch(`${url}${address}`, { method, redirect: 'manual' })
    const text = await answer.text()
    const isClosed = answer.status === 401 && (method === 'HEAD' || text.includes('"UNAUTHENTICATED"'))
    if (!isClosed) open.add(path)
  }
  return [...open].sort()
}

it('responds without a credential only on the routes listed here (AUTH-09)', async () => {
  expect(await openRoutes(app)).toEqual([
    '/.well-known/security.txt',
    // 404 without an unused link.
    '/admin/exports/file/:token',
    // Begins a session with a sign-in.
    '/admin/session',
    // Names the address of the provider's page.
    '/admin/sign-in',
    '/docs',
    '/docs/',
    '/docs/*',
    '/docs/json',
    '/docs/static/index.html',
    '/docs/static/swagger-initializer.js',
    '/docs/yaml',
    '/files/:key',
    // 404 without a link that works.
    '/files/documents/:token',
    '/healthz',
    '/idp/.well-known/openid-configuration',
    '/idp/auth',
    '/idp/auth/:uid',
    '/idp/interaction/:uid',
    '/idp/interaction/:uid/cancel',
    '/idp/jwks',
    '/idp/options',
    '/idp/sandbox.css',
    '/idp/token',
    // Without METRICS_TOKEN for callers on the same machine, such as this test.
    '/metrics',
    '/readyz',
    '/robots.txt',
    '/s/:shortCode',
    '/webhooks/razorpay',
  ])
})

it('opens only pages of the sample site with it (AUTH-09, OQ-442)', async () => {
  const withSite = await createTestApp()
  try {
    const others = new Set(await openRoutes(app))
    const added = (await openRoutes(withSite)).filter((path) => !others.has(path))
    expect(added.length).toBeGreaterThan(10)
    // The tree prints /site/* without its second slash.
    expect(added.filter((path) => !/^\/site($|[/*])/.test(path))).toEqual([])
  } finally {
    await withSite.close()
  }
})
