// Finds a Chromium for end-to-end tests and screenshots, or downloads one.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

/** Turns off background services, and the sandbox, which doesn't work as root. */
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
 * Looks for a browser in this order: CHROMIUM_PATH, the headless one in an npm package, the system's browsers,
 * Playwright's cache, Playwright's download.
 * @returns {Promise<{executablePath: string, env: Record<string, string>, source: string}>}
 * @throws {Error} when CHROMIUM_PATH doesn't start or no browser can be found or downloaded
 */
export async function findBrowser() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (starts(given)) return { executablePath: given, env: {}, source: 'CHROMIUM_PATH' }
    throw new Error(`CHROMIUM_PATH names ${given}, which is not a Chromium that starts.`)
  }
  // The headless browser needs a third less time than a whole one.
  const headless = await unpackBundled()
  if (headless) return headless
  for (const place of places) {
    if (existsSync(place) && starts(place)) return { executablePath: place, env: {}, source: 'system' }
  }
  const { chromium } = await import('playwright')
  const cached = () => existsSync(chromium.executablePath()) && starts(chromium.executablePath())
  if (cached()) return { executablePath: chromium.executablePath(), env: {}, source: 'playwright' }
  console.log('Downloading Chromium for the browser tests')
  // Only root may install what it depends on.
  const dependencies = process.getuid?.() === 0 ? ['--with-deps'] : []
  spawnSync(
    process.execPath,
    [join(root, 'node_modules/playwright/cli.js'), 'install', ...dependencies, 'chromium'],
    { stdio: 'inherit' },
  )
  if (cached()) return { executablePath: chromium.executablePath(), env: {}, source: 'playwright' }
  throw new Error('No Chromium was found or downloaded. Install Chromium or Chrome, or set CHROMIUM_PATH.')
}

/**
 * Finds a browser and prints which one.
 * @returns {Promise<Record<string, string>>} environment variables that playwright.config.ts reads
 */
export async function playwrightEnvironment() {
  const { executablePath, env, source } = await findBrowser()
  console.log(`Browser: ${executablePath} (${source})`)
  return {
    BROWSER_PATH: executablePath,
    BROWSER_ARGS: browserArgs.join(' '),
    BROWSER_ENV: JSON.stringify(env),
  }
}

/** Unpacks the Chromium of @sparticuz/chromium (x64 Linux), with its libraries if the system lacks them. */
async function unpackBundled() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const folder = join(root, '.cache', 'chromium')
  mkdirSync(folder, { recursive: true })
  // The package sets some of these to folders that don't exist.
  const names = ['TMPDIR', 'AWS_EXECUTION_ENV', 'FONTCONFIG_PATH', 'HOME', 'LD_LIBRARY_PATH']
  const before = Object.fromEntries(names.map((name) => [name, process.env[name]]))
  const restore = () => {
    for (const [name, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
  process.env.TMPDIR = folder
  // The package unpacks its libraries only on Lambda.
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs22.x'
  try {
    const { default: bundled } = await import('@sparticuz/chromium')
    const executablePath = await bundled.executablePath()
    restore()
    const fonts = bundledFonts(folder)
    const libraries = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }
    for (const candidate of [fonts, { ...fonts, ...libraries }]) {
      if (starts(executablePath, candidate))
        return { executablePath, env: candidate, source: '@sparticuz/chromium' }
    }
  } catch {
    // An optional package that isn't installed.
  } finally {
    restore()
  }
  return null
}

/** Configures the package's fonts if the system has none. Without fonts a text has no size and counts as hidden. */
function bundledFonts(folder) {
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
