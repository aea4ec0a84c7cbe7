// npm run bench:console: how long the console takes to show real content, beside a minimal react-admin list over the
// same API. Both are loaded cold in Chromium at 10 Mbit/s and 40 ms.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus } from 'node:os'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Browser, chromium, type Page } from 'playwright'
import { startProgram } from '../tests/journeys/program.ts'
import { buildAll } from './build.mjs'
import { browserArgs, findBrowser } from './find-browser.mjs'

const root = join(import.meta.dirname, '..')
const work = join(root, '.cache', 'bench-console')
const page = join(root, 'docs', 'performance.md')
const beginMark = '<!-- measured by npm run bench:console -->'
const endMark = '<!-- end of what npm run bench:console measured -->'
const loads = 7
/** 10 Mbit/s both ways and 40 ms to and fro. */
const line = { offline: false, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000, latency: 40 }

interface Screen {
  name: string
  address: string
  /** Resolves when real content stands on the screen. */
  isShown(page: Page): Promise<void>
}

interface Figures {
  name: string
  content: number
  worst: number
  kilobytes: number
  requests: number
}

/** Installs and builds the other list once, away from the project's own packages. */
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
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic' } },
    build: { outDir: dist, chunkSizeWarningLimit: 5_000 },
  })
  return dist
}

const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** Serves the other list as a web server would, packed and kept for ever, and passes its calls to the API. */
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
    await tab.addInitScript((credential) => sessionStorage.setItem('credential', credential), token)
    const session = await context.newCDPSession(tab)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', line)
    let bytes = 0
    let requests = 0
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
      requests++
    })
    await tab.goto(screen.address, { waitUntil: 'commit' })
    await screen.isShown(tab)
    const content = await tab.evaluate(() => performance.now())
    return { content, kilobytes: bytes / 1024, requests }
  } finally {
    await context.close()
  }
}

const median = (values: number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

async function measure(browser: Browser, token: string, screen: Screen): Promise<Figures> {
  const runs: Omit<Figures, 'name' | 'worst'>[] = []
  for (let count = 0; count < loads; count++) runs.push(await load(browser, token, screen))
  return {
    name: screen.name,
    content: median(runs.map((run) => run.content)),
    worst: Math.max(...runs.map((run) => run.content)),
    kilobytes: median(runs.map((run) => run.kilobytes)),
    requests: median(runs.map((run) => run.requests)),
  }
}

function writeTable(figures: Figures[]): void {
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
  const row = (tab: Page) => tab.locator('tbody tr').nth(9).waitFor()
  const screens: Screen[] = [
    {
      name: 'Greenroom, /masterclass',
      address: `${program.url}/masterclass`,
      isShown: (tab) => tab.getByRole('heading', { level: 2 }).first().waitFor(),
    },
    {
      name: 'Greenroom, /transactions/masterclass',
      address: `${program.url}/transactions/masterclass`,
      isShown: (tab) => tab.locator('tbody tr').filter({ hasText: '₹' }).nth(5).waitFor(),
    },
    { name: 'react-admin, a list of orders', address: `${otherUrl}/#/orders`, isShown: row },
  ]
  const token = await program.token()
  const figures: Figures[] = []
  for (const screen of screens) figures.push(await measure(browser, token, screen))
  writeTable(figures)
} finally {
  await browser.close()
  other.close()
  await program.stop()
}
