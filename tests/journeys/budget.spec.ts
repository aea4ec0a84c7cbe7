import { get } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Locator, Page } from 'playwright/test'
import { card, expect, test } from './journey.ts'

const kilobyte = 1000
/** Max requests of a cold load until content shows: page, scripts, styles and calls, without pictures. */
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
  /** In KB, gzip. */
  budget: number
  content: (page: Page) => Locator
}

const screens: Screen[] = [
  { path: '/masterclass', budget: 175, content: (page) => card(page, 'First salary, first SIP') },
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
  { path: '/transactions/masterclass', budget: 280, content: (page) => page.getByRole('table') },
  {
    path: '/memberships',
    budget: 280,
    content: (page) => page.getByRole('list', { name: 'Memberships' }),
  },
  {
    path: '/custom-payment-pages',
    budget: 280,
    content: (page) => page.getByRole('list', { name: 'Custom payment pages' }),
  },
  // The calendar and the creator picker come last.
  { path: '/masterclass/create', budget: 280, content: (page) => page.getByLabel('Start time') },
  ...(['users', 'posts', 'comments'] as const).map((kind) => ({
    path: `/moderation/${kind}`,
    budget: 280,
    content: (page: Page) => page.getByRole('list', { name: `Reported ${kind}` }),
  })),
  { path: '/events', budget: 280, content: (page) => card(page, 'Family finance day') },
  { path: '/webinar', budget: 280, content: (page) => card(page, 'Term insurance in plain words') },
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
  { path: '/event/create', budget: 280, content: (page) => page.getByLabel('Google Map location') },
  {
    path: '/webinar/create',
    budget: 280,
    content: (page) => page.getByRole('combobox', { name: 'Zoom account' }),
  },
]

for (const { path, budget, content } of screens) {
  test(`loads at most ${budget} KB of scripts and styles in at most ${maxRequests} requests of a cold signed-in ${path}`, async ({
    signedIn: page,
  }) => {
    const wanted = new Set<string>()
    const requests = new Set<string>()
    let isShown = false
    page.on('request', (request) => {
      if (isShown || request.resourceType() === 'image') return
      requests.add(`${request.method()} ${request.url()}`)
      if (/\/assets\/.*\.(js|css)$/.test(request.url()) || request.resourceType() === 'script') {
        wanted.add(request.url())
      }
    })
    await page.goto(path)
    // expect() would notice it up to a second later, when prefetches are under way.
    await content(page).waitFor()
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
