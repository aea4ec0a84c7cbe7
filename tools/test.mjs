// npm test: installs missing packages and a browser, then runs every check and every test.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fail, installDependencies, root } from './install.mjs'

installDependencies()
const { buildAll } = await import('./build.mjs')
const { playwrightEnvironment } = await import('./find-browser.mjs')
const bin = (name) => join(root, 'node_modules', name)
const begun = Date.now()

function run(script, args, env = {}) {
  return new Promise((resolve) => {
    spawn(process.execPath, [script, ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, ...env },
    }).on('exit', (code) => resolve(code ?? 1))
  })
}

const browserVariables = await playwrightEnvironment().catch((error) => fail(error.message))
await buildAll()

// The tests keep everything that programs print, for the search for secrets.
const logs = mkdtempSync(join(tmpdir(), 'greenroom-logs-'))
process.env.TEST_LOG_FOLDER = logs
const results = mkdtempSync(join(tmpdir(), 'greenroom-results-'))
const unitResults = join(results, 'unit.json')

const steps = [
  ['check', join(root, 'tools/check.mjs'), []],
  ['database types', bin('tsx/dist/cli.mjs'), ['tools/database-types.ts', '--check']],
  [
    'unit and API tests',
    bin('vitest/vitest.mjs'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitResults}`],
  ],
  ['end-to-end tests', bin('playwright/cli.js'), ['test', '-c', 'playwright.config.ts'], browserVariables],
  ['no secrets in the logs', join(root, 'tools/search-logs.mjs'), [logs]],
]

const outcomes = []
for (const [name, script, args, env] of steps) {
  console.log(`\n== ${name}`)
  const start = Date.now()
  const code = await run(script, args, env)
  outcomes.push([name, code, (Date.now() - start) / 1000])
}

console.log('')
// Repeated here because the end-to-end tests print many lines in between.
for (const line of failuresOfUnitTests()) console.log(line)
for (const [name, code, seconds] of outcomes)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(0)} s)`)
for (const folder of [logs, results]) rmSync(folder, { recursive: true, force: true })
const failed = outcomes.filter(([, code]) => code !== 0).length
console.log(`npm test took ${((Date.now() - begun) / 1000).toFixed(0)} s`)
console.log(`${outcomes.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

/** Returns one line per failed unit or API test: file, title and the first line of its message. */
function failuresOfUnitTests() {
  if (!existsSync(unitResults)) return []
  const files = JSON.parse(readFileSync(unitResults, 'utf8')).testResults
  const line = (file, name, message) =>
    `FAILED ${relative(root, file)}: ${name}: ${String(message).split('\n')[0].slice(0, 300)}`
  return files.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [line(file, 'the file', message)]
    return failed.map((one) => line(file, one.title, one.failureMessages[0]))
  })
}
