// Finds a Chromium for the tests and the pictures, or brings one.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

/** Keeps the browser to itself: no services of its own in the background, no sandbox where it runs as root. */
export const browserArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * Asks, in this order: CHROMIUM_PATH, the one that an npm package carries, the system's browsers, Playwright's cache,
 * and at last Playwright's download.
 * @param {boolean} [isWhole] whether the one that is carried comes after the others: it cannot show a PDF
 * @returns {Promise<{executablePath: string, env: Record<string, string>, source: string}>}
 * @throws {Error} with one clear sentence when there is none to be had
 */
export async function findBrowser(isWhole = false) {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (starts(given)) return { executablePath: given, env: {}, source: 'CHROMIUM_PATH' }
    throw new Error(`CHROMIUM_PATH names ${given}, which is not a Chromium that starts.`)
  }
  // First, because without windows it needs a third less time than a whole browser does.
  const lighter = isWhole ? null : await unpackCarried()
  if (lighter) return lighter
  for (const place of places) {
    if (existsSync(place) && starts(place)) return { executablePath: place, env: {}, source: 'system' }
  }
  const { chromium } = await import('playwright')
  const cached = () => existsSync(chromium.executablePath()) && starts(chromium.executablePath())
  if (cached()) return { executablePath: chromium.executablePath(), env: {}, source: 'playwright' }
  const carried = await unpackCarried()
  if (carried) return carried
  console.log('Downloading Chromium for the browser tests')
  spawnSync(
    process.execPath,
    [join(root, 'node_modules/playwright/cli.js'), 'install', '--with-deps', 'chromium'],
    {
      stdio: 'inherit',
    },
  )
  if (cached()) return { executablePath: chromium.executablePath(), env: {}, source: 'playwright' }
  throw new Error(
    'No Chromium was found and none could be fetched: install Chromium or Chrome, or name one in CHROMIUM_PATH.',
  )
}

/** The Chromium inside @sparticuz/chromium, for x64 Linux; its libraries are used where the system lacks them. */
async function unpackCarried() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const folder = join(root, '.cache', 'chromium')
  mkdirSync(folder, { recursive: true })
  // The package also sets some of these, to folders that are not there.
  const names = ['TMPDIR', 'AWS_EXECUTION_ENV', 'FONTCONFIG_PATH', 'HOME', 'LD_LIBRARY_PATH']
  const before = Object.fromEntries(names.map((name) => [name, process.env[name]]))
  const restore = () => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
  process.env.TMPDIR = folder
  // The package unpacks the libraries only where it believes itself on Lambda.
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x'
  try {
    const { default: carried } = await import('@sparticuz/chromium')
    const executablePath = await carried.executablePath()
    restore()
    const fonts = carriedFonts(folder)
    const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
    for (const candidate of [fonts, { ...fonts, ...libraries }]) {
      if (starts(executablePath, candidate))
        return { executablePath, env: candidate, source: '@sparticuz/chromium' }
    }
  } catch {
    // Not installed: it is optional.
  } finally {
    restore()
  }
  return null
}

/** Where the system has no fonts of its own: without any, a text has no size and counts as hidden. */
function carriedFonts(folder) {
  if (existsSync('/etc/fonts/fonts.conf')) return {}
  const file = join(folder, 'fonts.conf')
  const places = `<dir>${join(folder, 'fonts')}</dir><cachedir>${join(folder, 'fonts-cache')}</cachedir>`
  writeFileSync(file, `<?xml version="1.0"?>\n<fontconfig>${places}</fontconfig>\n`)
  return { FONTCONFIG_FILE: file }
}

function starts(path, env = {}) {
  const result = spawnSync(path, ['--version', '--no-sandbox'], {
    env: { ...process.env, ...env },
    timeout: 30_000,
  })
  return result.status === 0 && /Chrom/.test(String(result.stdout))
}
