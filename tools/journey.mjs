// npm run journey -- FILE[:LINE] ...: builds what has changed and runs end-to-end tests. Other arguments go to Playwright.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fail, installDependencies, root } from './install.mjs'

const args = process.argv.slice(2)
if (args.length === 0) fail('Name a test file: npm run journey -- tests/journeys/news.spec.ts:120')
installDependencies()
const { buildAll } = await import('./build.mjs')
const { playwrightEnvironment } = await import('./find-browser.mjs')
const browserVariables = await playwrightEnvironment().catch((error) => fail(error.message))
await buildAll()
const playwright = join(root, 'node_modules/playwright/cli.js')
const { status } = spawnSync(process.execPath, [playwright, 'test', '-c', 'playwright.config.ts', ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...browserVariables },
})
process.exit(status ?? 1)
