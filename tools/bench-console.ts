// npm run bench:console: measures how fast the console shows real content, beside a minimal react-admin list over the
// same API, both loaded cold in Chromium at 10 Mbit/s and 40 ms; and how smoothly a long list scrolls.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, errors } from 'playwright'
import { makePost } from '../tests/journeys/post-records.ts'
import { type Program, startProgram, storedCredential } from '../tests/journeys/program.ts'
import { buildAll } from './build.mjs'
import { browserArgs, findBrowser } from './find-browser.mjs'

const root = join(import.meta.dirname, '..')
const work = join(root, '.cache', 'bench-console')
const page = join(root, 'docs', 'performance.md')
const beginMark = '<!-- measured by npm run bench:console -->'
const endMark = '<!-- end of what npm run bench:console measured -->'
const loads = 7
const postsScrolled = 300
/** 10 Mbit/s in both directions and 40 ms round trip. */
const line = { offline: false, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000, latency: 40 }

interface Screen {
  name: string
  address: string
  /**
   * Selector and number of the elements that count as real content; skeletons have no text. With a text, only elements
   * that begin with it count.
   */
  content: { selector: string; count: number; text?: string }
}

/** The forms, each with the label of the field that appears last. */
const forms = [
  ['/masterclass/create', 'Start time'],
  ['/event/create', 'Google Map location'],
  ['/webinar/create', 'Zoom account'],
] as const

interface Figures {
  name: string
  content: number
  worst: number
  kilobytes: number
  requests: number
}

/** Installs and builds the react-admin list once, outside the project's packages. */
async function buildOther(): Promise<string> {
  const source = join(root, 'tests', 'load', 'react-admin')
  const dist = join(work, 'dist')
  if (existsSync(join(dist, 'index.html'))) return dist
  mkdirSync(work, { recursive: true })
  cpSync(source, work, { recursive: true })
  console.log('Installing react-admin into .cache/bench-console')
  const installed = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: work,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (installed.status !== 0) throw new Error('react-admin could not be installed.')
  const { build } = await import('vite')
  await build({
    root: work,
    configFile: false,
    logLevel: 'error',
    oxc: { jsx: { runtime: 'automatic' } },
    build: { outDir: dist, chunkSizeWarningLimit: 5_000 },
  })
  return dist
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Serves the react-admin list compressed and immutable, like a web server, and proxies its calls to the API. */
async function serveOther(dist: string, api: string): Promise<Server> {
  const packed = new Map<string, Buffer>()
  const walk = (folder: string) => {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      if (statSync(path).isDirectory()) walk(path)
      else
        packed.set(path.slice(dist.length).replaceAll('\\', '/'), gzipSync(readFileSync(path), { level: 9 }))
    }
  }
  walk(dist)
  const server = createServer((incoming, response) => {
    const path = new URL(incoming.url ?? '/', 'http://localhost').pathname
    if (path.startsWith('/admin/')) {
      const passed = httpRequest(`${api}${incoming.url}`, {
        method: incoming.method,
        headers: incoming.headers,
      })
      passed.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      })
      incoming.pipe(passed)
      return
    }
    const name = packed.has(path) ? path : '/index.html'
    response.setHeader('content-type', types[extname(name)] ?? 'application/octet-stream')
    response.setHeader('content-encoding', 'gzip')
    response.end(packed.get(name))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
}

/** The session storage after a sign-in. */
function holdSession(stored: Record<string, string>): void {
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value)
  sessionStorage.setItem('businessTimeZone', 'Asia/Kolkata')
}

async function load(
  browser: Browser,
  token: string,
  screen: Screen,
): Promise<Omit<Figures, 'name' | 'worst'>> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Asia/Kolkata',
  })
  try {
    const tab = await context.newPage()
    await tab.addInitScript(holdSession, storedCredential(token))
    const session = await context.newCDPSession(tab)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', line)
    let bytes = 0
    let requests = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      // Files that come from the browser's cache have no bytes.
      if (encodedDataLength > 0) requests++
    })
    await tab.goto(screen.address, { waitUntil: 'commit' })
    // Checked in the page at every frame, because a locator polls with pauses of up to half a second.
    const shown = await tab.waitForFunction(
      ({ selector, count, text = '' }) => {
        const texts = [...document.querySelectorAll(selector)].map((element) => element.textContent.trim())
        return texts.filter((one) => one !== '' && one.startsWith(text)).length >= count && performance.now()
      },
      screen.content,
      { polling: 'raf', timeout: 20_000 },
    )
    const content = Number(await shown.jsonValue())
    return { content, kilobytes: bytes / 1024, requests }
  } finally {
    await context.close()
  }
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

async function measure(browser: Browser, token: string, screen: Screen): Promise<Figures> {
  const runs: Omit<Figures, 'name' | 'worst'>[] = []
  let stalled = 0
  while (runs.length < loads) {
    try {
      runs.push(await load(browser, token, screen))
    } catch (reason) {
      // On a busy machine Chromium's throttled connection sometimes stalls in the middle of a response.
      if (!(reason instanceof errors.TimeoutError) || ++stalled > loads) throw reason
      console.log(`A load of ${screen.name} stalled and is repeated.`)
    }
  }
  return {
    name: screen.name,
    content: median(runs.map((run) => run.content)),
    worst: Math.max(...runs.map((run) => run.content)),
    kilobytes: median(runs.map((run) => run.kilobytes)),
    requests: median(runs.map((run) => run.requests)),
  }
}

/** Frames during scrolling: milliseconds between two of them, and tasks of more than 50 ms. */
interface Scrolling {
  median: number
  p95: number
  longest: number
  longTasks: number
}

/** Loads this many of the provider's posts into one list and scrolls it from top to end. */
async function scrollFeed(browser: Browser, program: Program): Promise<Scrolling> {
  for (let count = 0; count < postsScrolled; count++) {
    await makePost(program, { message: `Post ${count}. `.repeat(1 + (count % 40)) })
  }
  const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  try {
    const token = await program.token()
    await tab.addInitScript(holdSession, storedCredential(token))
    await tab.goto(`${program.url}/create-post`)
    const posts = tab.locator('[data-post]')
    const more = tab.getByRole('button', { name: 'Load More' })
    await posts.first().waitFor()
    for (let before = await posts.count(); before < postsScrolled; before = await posts.count()) {
      await more.click()
      await posts.nth(before).waitFor()
    }
    await tab.evaluate(() => {
      scrollTo(0, 0)
      const seen = {
        frames: [] as number[],
        longTasks: 0,
        before: performance.now(),
        frame(now: number) {
          seen.frames.push(now - seen.before)
          seen.before = now
          requestAnimationFrame(seen.frame)
        },
      }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        seen.longTasks += list.getEntries().length
      }).observe({ type: 'longtask' })
      requestAnimationFrame(seen.frame)
    })
    await tab.mouse.move(720, 500)
    const isAtEnd = () =>
      tab.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 2)
    // The page grows while it scrolls: a card has its full height only once it comes near.
    while (!(await isAtEnd())) await tab.mouse.wheel(0, 400)
    const { frames, longTasks } = await tab.evaluate(
      () => (window as unknown as { seen: { frames: number[]; longTasks: number } }).seen,
    )
    const sorted = frames.slice(1).sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
    return { median: at(0.5), p95: at(0.95), longest: at(1), longTasks }
  } finally {
    await tab.close()
  }
}

function writeTable(figures: Figures[], scrolling: Scrolling): void {
  const rows = figures.map(
    ({ name, content, worst, kilobytes, requests }) =>
      `| ${name} | ${content.toFixed(0)} ms | ${worst.toFixed(0)} ms | ${kilobytes.toFixed(0)} KB | ${requests} |`,
  )
  const text = [
    beginMark,
    `${loads} cold loads of each, Chromium ${version}, 10 Mbit/s and 40 ms; ${cpus().length} processors (${cpus()[0]?.model.trim()}), Node ${process.versions.node}.`,
    '',
    '| Screen | content shown (median) | worst | over the line | requests |',
    '|---|---:|---:|---:|---:|',
    ...rows,
    '',
    `A list of ${postsScrolled} posts, scrolled from its top to its end: ${scrolling.median.toFixed(0)} ms between two frames in the median, ${scrolling.p95.toFixed(0)} ms at most in 95 of 100, ${scrolling.longest.toFixed(0)} ms at most; ${scrolling.longTasks} tasks of more than 50 ms.`,
    endMark,
  ].join('\n')
  console.log(`\n${text}`)
  const before = readFileSync(page, 'utf8')
  const [begin, end] = [before.indexOf(beginMark), before.indexOf(endMark)]
  if (begin < 0 || end < 0) throw new Error('docs/performance.md has no place for these figures.')
  writeFileSync(page, before.slice(0, begin) + text + before.slice(end + endMark.length))
}

await buildAll()
const program = await startProgram()
const other = await serveOther(await buildOther(), program.url)
const otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
const found = await findBrowser()
const browser = await chromium.launch({
  executablePath: found.executablePath,
  args: browserArgs,
  env: { ...(process.env as Record<string, string>), ...found.env },
})
const version = browser.version()
try {
  const screens: Screen[] = [
    {
      name: 'Greenroom, /masterclass',
      address: `${program.url}/masterclass`,
      content: { selector: 'main li h2', count: 6 },
    },
    {
      name: 'Greenroom, /transactions/masterclass',
      address: `${program.url}/transactions/masterclass`,
      content: { selector: 'tbody tr', count: 10 },
    },
    ...forms.map(([path, text]) => ({
      name: `Greenroom, ${path}`,
      address: `${program.url}${path}`,
      content: { selector: 'main label', count: 1, text },
    })),
    {
      name: 'react-admin, a list of orders',
      address: `${otherUrl}/#/orders`,
      content: { selector: 'tbody tr', count: 10 },
    },
  ]
  const token = await program.token()
  const figures: Figures[] = []
  for (const screen of screens) figures.push(await measure(browser, token, screen))
  writeTable(figures, await scrollFeed(browser, program))
} finally {
  await browser.close()
  other.close()
  await program.stop()
}
