import { get } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Locator, Page, Response } from 'playwright/test'
import { card, expect, test } from './journey.ts'
import type { Program } from './program.ts'

test.use({ coldBrowser: true })

const kilobyte = 1000
/** Max requests of a cold load until content shows: page, scripts, styles and calls, without pictures and fonts. */
const maxRequests = 22

/** Returns a file's size with gzip. */
function gzippedSize(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        if (answer.statusCode !== 200) return reject(new Error(`${address} answered ${answer.statusCode}`))
        resolve(answer.headers['content-encoding'] === 'gzip' ? body.length : gzipSync(body).length)
      })
    }).on('error', reject)
  })
}

interface Screen {
  path: string
  /** Returns the id that replaces $id in the path. */
  idOf?: (program: Program) => Promise<string | undefined>
  /** In KB, gzip. */
  budget: number
  content: (page: Page) => Locator
}

const screens: Screen[] = [
  { path: '/masterclass', budget: 175, content: (page) => card(page, 'First salary, first SIP') },
  {
    path: '/overview',
    budget: 280,
    content: (page) => page.getByRole('heading', { name: 'Next sessions' }),
  },
  {
    path: '/creators',
    budget: 280,
    content: (page) => page.getByRole('heading', { name: 'Ananya Deshpande' }),
  },
  {
    path: '/advisory/services',
    budget: 280,
    content: (page) => page.getByRole('list', { name: 'Advisory services' }),
  },
  { path: '/advisory/advisors', budget: 280, content: (page) => card(page, 'Mehul Desai') },
  { path: '/advisory/leads', budget: 280, content: (page) => page.getByRole('table') },
  {
    path: '/url-shortener',
    budget: 280,
    content: (page) => page.getByRole('list', { name: 'Short links' }),
  },
  {
    path: '/books/months',
    budget: 280,
    // Without documents there are no months.
    content: (page) => page.getByRole('table').or(page.getByText('No months yet')),
  },
  {
    path: '/books/months/$id',
    idOf: () => Promise.resolve(new Date().toISOString().slice(0, 7)),
    budget: 280,
    content: (page) =>
      page.getByRole('list', { name: 'Steps' }).or(page.getByText('This month has no documents.')),
  },
  {
    path: '/people/$id',
    idOf: async (program) => (await program.query<{ id: string }>('select id from app_user limit 1'))[0]?.id,
    budget: 280,
    content: (page) => page.getByRole('heading', { name: 'Timeline' }),
  },
  { path: '/people', budget: 280, content: (page) => page.getByRole('table', { name: 'People' }) },
  { path: '/history', budget: 280, content: (page) => page.getByRole('table') },
  { path: '/bin', budget: 280, content: (page) => page.getByText('Nothing in the bin') },
  {
    path: '/help?page=refund',
    budget: 280,
    content: (page) => page.getByRole('heading', { name: 'Refund an order' }),
  },
  { path: '/webhooks', budget: 280, content: (page) => page.getByText('No webhooks yet') },
  {
    path: '/transactions/masterclass',
    budget: 280,
    content: (page) => page.getByRole('table'),
  },
  {
    path: '/memberships',
    budget: 280,
    content: (page) => page.getByRole('list', { name: 'Memberships' }),
  },
  {
    path: '/transactions/requests',
    budget: 280,
    content: (page) => page.getByText('No refunds to approve'),
  },
  { path: '/reports', budget: 282, content: (page) => page.getByRole('list', { name: 'Totals' }) },
  {
    path: '/books/differences',
    budget: 280,
    content: (page) => page.getByRole('list', { name: 'Differences with Razorpay' }),
  },
  {
    path: '/books/disputes',
    budget: 280,
    content: (page) => page.getByRole('tab', { name: /Ended/ }),
  },
  {
    path: '/books/settlements',
    budget: 280,
    content: (page) => page.getByRole('table', { name: 'Settlements' }),
  },
  {
    path: '/books/money',
    budget: 280,
    content: (page) => page.getByRole('heading', { name: 'Money by day' }),
  },
  {
    path: '/books/documents',
    budget: 280,
    content: (page) => page.getByRole('tab', { name: /State missing/ }),
  },
  {
    path: '/coupons',
    budget: 280,
    content: (page) => page.getByRole('table', { name: 'Coupons' }),
  },
  {
    path: '/custom-payment-pages',
    budget: 280,
    content: (page) => page.getByRole('table', { name: 'Custom payment pages' }),
  },
  // The creator picker comes last.
  {
    path: '/masterclass/create',
    budget: 282,
    content: (page) => page.getByLabel('Start time'),
  },
  ...(['users', 'posts', 'comments'] as const).map((kind) => ({
    path: `/moderation/${kind}`,
    budget: 280,
    content: (page: Page) => page.getByRole('list', { name: `Reported ${kind}` }),
  })),
  {
    path: '/event/people/$id',
    idOf: async (program) => {
      const [row] = await program.query<{ id: string }>('select session_id as id from registration limit 1')
      return row?.id
    },
    budget: 280,
    content: (page) => page.getByRole('table'),
  },
  { path: '/events', budget: 280, content: (page) => card(page, 'Family finance day') },
  { path: '/webinar', budget: 280, content: (page) => card(page, 'Term insurance in plain words') },
  { path: '/calendar', budget: 280, content: (page) => page.getByRole('grid').getByRole('link').first() },
  { path: '/banners', budget: 280, content: (page) => page.getByRole('list', { name: 'Banners' }) },
  { path: '/create-banner', budget: 280, content: (page) => page.getByLabel('Order number') },
  {
    path: '/create-post',
    budget: 280,
    content: (page) => page.getByRole('list', { name: 'Admin posts' }),
  },
  {
    path: '/create-post?tab=create',
    budget: 280,
    content: (page) => page.getByRole('checkbox', { name: 'Pin Post' }),
  },
  { path: '/news', budget: 280, content: (page) => page.getByRole('list', { name: 'News snippets' }) },
  { path: '/news/create', budget: 280, content: (page) => page.getByLabel('Reference Link') },
  {
    path: '/event/create',
    budget: 282,
    content: (page) => page.getByLabel('Google Map location'),
  },
  {
    path: '/webinar/create',
    budget: 282,
    content: (page) => page.getByRole('combobox', { name: 'Zoom account' }),
  },
]

for (const { path, idOf, budget, content } of screens) {
  test(`loads at most ${budget} KB of scripts and styles in at most ${maxRequests} requests of a cold signed-in ${path}`, async ({
    signedIn: page,
    program,
  }) => {
    const wanted = new Set<string>()
    const requests = new Set<string>()
    let isShown = false
    page.on('request', (request) => {
      // A preloaded font has no type.
      if (isShown || request.resourceType() === 'image' || request.url().endsWith('.woff2')) return
      requests.add(`${request.method()} ${request.url()}`)
      if (/\/assets\/.*\.(js|css)$/.test(request.url()) || request.resourceType() === 'script') {
        wanted.add(request.url())
      }
    })
    // useQuiet waits with it for quiet time, which on a busy machine can begin before the content is noticed.
    await page.addInitScript(() => {
      window.setInterval = (() => 0) as unknown as typeof setInterval
    })
    await page.goto(path.replace('$id', (await idOf?.(program)) ?? ''))
    // expect() and waitFor() would notice it up to a second later, when prefetches are under way.
    await expect.poll(() => content(page).isVisible(), { intervals: [20] }).toBe(true)
    isShown = true

    const files = await Promise.all(
      [...wanted].map(async (address) => ({ address, bytes: await gzippedSize(address) })),
    )
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0)
    console.log(
      `${path}: ${(total / kilobyte).toFixed(1)} KB of ${budget} KB in ${files.length} files, ${requests.size} requests`,
    )
    for (const { address, bytes } of files.sort((a, b) => b.bytes - a.bytes).slice(0, 6)) {
      console.log(`  ${(bytes / kilobyte).toFixed(1)} KB ${new URL(address).pathname}`)
    }
    expect(files.length).toBeGreaterThan(2)
    expect(total / kilobyte).toBeLessThanOrEqual(budget)
    expect(requests.size).toBeLessThanOrEqual(maxRequests)
  })
}

/** Max size of the shipped font, in KB. It is beside the budgets of the screens. */
const fontBudget = 50

test(`loads at most ${fontBudget} KB of the shipped font, once, and draws letters and the rupee sign with it (OQ-227)`, async ({
  signedIn: page,
}) => {
  const fonts: Response[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'font') fonts.push(response)
  })
  await page.goto('/transactions/masterclass')
  await page.getByRole('table').waitFor()
  await page.evaluate(() => document.fonts.ready)
  expect(fonts).toHaveLength(2)
  for (const font of fonts) {
    expect(font.headers()).toMatchObject({
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  }
  const sizes = await Promise.all(fonts.map(async (font) => (await font.body()).length))
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0) / kilobyte
  console.log(`Font: ${total.toFixed(1)} KB of ${fontBudget} KB in ${fonts.length} files`)
  expect(total).toBeLessThanOrEqual(fontBudget)

  const widths = await page.evaluate(() => {
    const pen = document.createElement('canvas').getContext('2d')
    const width = (text: string, font: string) => {
      if (!pen) throw new Error('No canvas')
      pen.font = font
      return pen.measureText(text).width
    }
    return {
      body: getComputedStyle(document.body).fontFamily,
      rupee: [width('₹', '100px Inter, monospace'), width('₹', '100px monospace')],
      weights: [400, 500, 600].map((weight) => width('Masterclass', `${weight} 100px Inter`)),
    }
  })
  expect(widths.body).toMatch(/^Inter,/)
  expect(widths.rupee[0]).not.toBe(widths.rupee[1])
  expect(new Set(widths.weights).size).toBe(3)
})

test('shifts the layout by at most one line when the font arrives after the content (OQ-227)', async ({
  signedIn: page,
}) => {
  let send = () => {}
  const released = new Promise<void>((resolve) => {
    send = resolve
  })
  await page.route(/\.woff2$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/masterclass', { waitUntil: 'commit' })
  await card(page, 'First salary, first SIP').waitFor()
  expect(await page.evaluate(() => document.fonts.check('14px Inter'))).toBe(false)
  await page.evaluate(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift' })
  })
  send()
  await page.waitForFunction(() => document.fonts.check('14px Inter'))
  // The shift is reported with the frame that draws the new font.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))))
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  const total = shifts.reduce((sum, value) => sum + value, 0)
  console.log(`Layout shift by a late font: ${total.toFixed(4)}`)
  // No font has exactly the widths of Inter, so a line of links that just fits may break: 0.014. With fallbacks of other
  // widths it is 0.1.
  expect(total).toBeLessThan(0.03)
})

test('gives each installed fallback the widths and the height of Inter (OQ-227)', async ({
  signedIn: page,
}) => {
  await page.goto('/masterclass')
  await card(page, 'First salary, first SIP').waitFor()
  const measured = await page.evaluate(async () => {
    await document.fonts.ready
    const faces = [...document.fonts].filter((face) => face.family.includes('Fallback'))
    const loaded = await Promise.allSettled(faces.map((face) => face.load()))
    const installed = faces.filter((_, place) => loaded[place]?.status === 'fulfilled')
    const texts = [...document.querySelectorAll('main :is(h2, li, a, button, time)')]
      // The rupee sign may come from another font than the rest.
      .map((element) => (element.textContent ?? '').replaceAll(/[^\x20-\x7e]/g, ''))
      .filter(Boolean)
    const size = (family: string, weight: string) => {
      const line = document.createElement('div')
      line.style.cssText = `position:absolute;white-space:nowrap;font:${weight} 14px/normal ${family}`
      line.textContent = texts.join(' ')
      document.body.append(line)
      const { width, height } = line.getBoundingClientRect()
      line.remove()
      return { width, height }
    }
    return {
      declared: faces.length,
      installed: installed.map(({ family, weight }) => {
        const [fallback, inter] = [size(family, weight), size('Inter', weight)]
        return {
          name: `${family} ${weight}`,
          width: fallback.width / inter.width,
          height: fallback.height - inter.height,
        }
      }),
    }
  })
  console.log(measured.installed.map(({ name, width }) => `${name}: ${width.toFixed(3)}`).join(', '))
  expect(measured.declared).toBe(18)
  for (const { name, width, height } of measured.installed) {
    // The average of these texts differs a little from that of all screens.
    expect.soft(Math.abs(width - 1), `width of ${name}`).toBeLessThan(0.025)
    expect.soft(Math.abs(height), `height of ${name}`).toBeLessThanOrEqual(1)
  }
})
