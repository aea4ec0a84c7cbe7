// npm run journey -- FILE[:LINE] ...: builds what has changed and runs end-to-end tests. Other arguments go to Playwright.
// npm run screens [-- FILE[:LINE] ...]: runs those that check screens, and saves screenshots of what they check.
// npm run screens -- -g README, or -g GUIDE: makes the pictures of README.md, or of the guide for staff.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fail, installDependencies, root } from './install.mjs'

const savesScreenshots = process.argv[2] === '--screens'
const args = process.argv.slice(savesScreenshots ? 3 : 2)
const variables = savesScreenshots ? { SCREENSHOTS: join(root, 'screens') } : {}
if (savesScreenshots && args.length === 0) {
  rmSync(variables.SCREENSHOTS, { recursive: true, force: true })
  const folder = join(root, 'tests/journeys')
  const checksScreens = (name) => readFileSync(join(folder, name), 'utf8').includes('expectAccessible')
  args.push(...readdirSync(folder).filter((name) => name.endsWith('.spec.ts') && checksScreens(name)))
}
if (args.length === 0) fail('Name a test file: npm run journey -- tests/journeys/news.spec.ts:120')
// These pictures change with the day, so they are made only when asked for.
if (savesScreenshots && !args.some((one) => /README|GUIDE/.test(one)))
  args.push('--grep-invert', 'README|GUIDE')
installDependencies()
const { buildAll } = await import('./build.mjs')
const { playwrightEnvironment } = await import('./find-browser.mjs')
const browserVariables = await playwrightEnvironment().catch((error) => fail(error.message))
await buildAll()
const playwright = join(root, 'node_modules/playwright/cli.js')
const { status } = spawnSync(process.execPath, [playwright, 'test', '-c', 'playwright.config.ts', ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...browserVariables, ...variables },
})
process.exit(status ?? 1)
