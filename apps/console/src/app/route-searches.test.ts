import { beforeAll, describe, expect, it, vi } from 'vitest'

// Without a browser the router has no history of its own.
vi.mock('@tanstack/react-router', async (original) => {
  const library = await original<typeof import('@tanstack/react-router')>()
  const createRouter = (options: object) =>
    library.createRouter({ ...options, history: library.createMemoryHistory() } as never)
  return { ...library, createRouter }
})
// The layout reads the window when it is imported; the routes' search needs none of it.
vi.mock('./app-layout.tsx', () => ({ AppLayout: () => null }))

type Validate = (search: Record<string, unknown>) => Record<string, unknown>

const extremes: unknown[] = [
  '9999-12-31',
  '0000-00-00',
  '0000-01-01',
  '-000001-01-01',
  '+275760-09-13',
  '2026-02-30',
  '-1',
  '0',
  '1e9',
  '1e400',
  '0x7fffffffffffffff',
  '9007199254740991',
  '9'.repeat(400),
  'NaN',
  'Infinity',
  'x'.repeat(10_000),
  'अ'.repeat(10_000),
  '\u0000',
  '\u202e',
  '%00',
  '%E0%A4%A',
  '__proto__',
  'constructor',
  'toString',
  '',
  -1,
  0,
  1.5,
  2 ** 53,
  Number.MAX_VALUE,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  null,
  undefined,
  [],
  ['a', 'b'],
  ['9999-12-31'],
  {},
  { __proto__: { length: 3 } },
]

const shown = (value: unknown) => (JSON.stringify(value) ?? String(value)).slice(0, 40)

/** Tells whether a screen can work with what a reader returned. */
function isUsable(value: unknown): boolean {
  if (value === undefined) return true
  if (typeof value === 'number') return Number.isInteger(value) && value >= 1 && value <= 1_000_000
  return typeof value === 'string' && value !== '' && value.length <= 500
}

describe('the search parameters of every route', () => {
  let routes: [string, Validate][]
  beforeAll(async () => {
    const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
    vi.stubGlobal('sessionStorage', storage)
    vi.stubGlobal('localStorage', storage)
    const { router } = await import('./routes.tsx')
    routes = Object.entries(router.routesById).flatMap(([id, route]) => {
      const validate = (route.options as { validateSearch?: unknown }).validateSearch
      return typeof validate === 'function' ? [[id, validate as Validate] as [string, Validate]] : []
    })
  })

  it('are usable or absent at their extremes (OQ-566, OQ-568)', () => {
    expect(routes.length).toBeGreaterThan(40)
    const wrong = routes.flatMap(([id, validate]) =>
      Object.keys(validate({})).flatMap((name) =>
        extremes.flatMap((given) => {
          const read = validate({ [name]: given })[name]
          return isUsable(read) ? [] : [`${id} ${name}=${shown(given)} is ${shown(read)}`]
        }),
      ),
    )
    expect(wrong).toEqual([])
  })

  it('that are days lie within the years that the calendar can show (OQ-566)', () => {
    const dayNames = ['day', 'from', 'to']
    const read = routes.flatMap(([, validate]) =>
      dayNames
        .filter((name) => name in validate({}))
        .flatMap((name) => extremes.map((given) => validate({ [name]: given })[name])),
    )
    expect(read.length).toBeGreaterThan(100)
    expect(read.filter((one) => one !== undefined)).toEqual([])
  })

  it('leave out what no route reads, such as __proto__', () => {
    for (const [id, validate] of routes) {
      const read = validate(JSON.parse('{"__proto__": {"tab": "past"}, "constructor": "x", "else": "1"}'))
      expect([id, Object.values(read).filter((value) => value !== undefined)]).toEqual([id, []])
      expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    }
  })
})
