// npm test: installs missing packages and a browser, then runs the checks and the tests that one runs before every
// commit. npm run test:rest runs all others. Build servers may split both: -- --only check|unit|process|journeys|tables, and
// -- --shard 2/3 for the rest.
import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fail, installDependencies, root } from './install.mjs'
import { makeTestFolder } from './test-folder.mjs'

installDependencies()
const { buildAll } = await import('./build.mjs')
const { playwrightEnvironment } = await import('./find-browser.mjs')
const bin = (name) => join(root, 'node_modules', name)
const begun = Date.now()
const { values: options, positionals } = parseArgs({
  options: { only: { type: 'string' }, shard: { type: 'string' } },
  allowPositionals: true,
})
const isRest = positionals[0] === 'rest'
if (options.shard && !/^[1-9]\d*\/[1-9]\d*$/.test(options.shard)) fail('Name a part of how many: --shard 2/3')
const shard = options.shard ? [`--shard=${options.shard}`] : []

/**
 * @param isQuiet whether the output is printed once the step has ended, because another step prints meanwhile
 * @returns the exit code
 */
function run({ name, script, args, env = {} }, isQuiet) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], {
      cwd: root,
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
    child.on('close', (code) => {
      if (isQuiet) process.stdout.write(`\n== ${name}\n${Buffer.concat(output)}`)
      resolve(code ?? 1)
    })
  })
}

const browserVariables = await playwrightEnvironment().catch((error) => fail(error.message))
await buildAll()

const folder = makeTestFolder()
process.env.TMPDIR = folder
// The tests keep everything that programs print, for the search for secrets.
const logs = join(folder, 'logs')
process.env.TEST_LOG_FOLDER = logs
const failures = join(folder, 'failures')
for (const part of [logs, failures]) mkdirSync(part)
const vitest = (part, name, projects) => ({
  part,
  name,
  script: bin('vitest/vitest.mjs'),
  args: [
    'run',
    ...projects.map((project) => `--project=${project}`),
    '--reporter=default',
    `--reporter=${join(root, 'tools/failure-lines.mjs')}`,
    // A part may have no file.
    '--passWithNoTests',
    ...shard,
  ],
  env: { FAILURES_FILE: join(failures, name) },
})

const journeys = (project, part = 'journeys', name = 'end-to-end tests') => ({
  part,
  name,
  script: bin('playwright/cli.js'),
  args: ['test', '-c', 'playwright.config.ts', `--project=${project}`, ...shard],
  env: browserVariables,
})
const noSecrets = {
  part: undefined,
  name: 'no secrets in the logs',
  script: join(root, 'tools/search-logs.mjs'),
  args: [logs],
}

// Groups run one after the other, the lanes of a group at the same time. Process tests wait half of their time, so the
// checks and the other tests run beside them.
const core = [
  [
    [
      { part: 'check', name: 'check', script: join(root, 'tools/check.mjs'), args: [] },
      vitest('unit', 'unit and API tests', ['contract', 'console', 'api']),
    ],
    [
      // First, because it makes the database server's files that all others copy.
      {
        part: 'check',
        name: 'database types',
        script: bin('tsx/dist/cli.mjs'),
        args: ['tools/database-types.ts', '--check'],
      },
      vitest('process', 'process tests', ['process']),
    ],
  ],
  [[journeys('core')]],
  [[noSecrets]],
]
const rest = [
  [[vitest('process', 'long process tests', ['long-process'])]],
  [[journeys('rest')]],
  [[journeys('tables', 'tables', 'tables of late responses')]],
  [[noSecrets]],
]

const suite = isRest ? rest : core
const parts = [...new Set(suite.flat(2).flatMap(({ part }) => part ?? []))]
// Otherwise a name without tests would pass.
if (options.only && !parts.includes(options.only)) fail(`Name one of ${parts.join(', ')}: --only ${parts[0]}`)
const only = options.only
// Only built programs keep logs.
const isWanted = ({ part }) => !only || part === only || (!part && only !== 'check' && only !== 'unit')
const groups = suite.map((lanes) => lanes.map((steps) => steps.filter(isWanted)))

const outcomes = []
for (const lanes of groups) {
  await Promise.all(
    lanes.map(async (steps, lane) => {
      for (const step of steps) {
        if (lane === 0) console.log(`\n== ${step.name}`)
        const start = Date.now()
        const code = await run(step, lane > 0)
        outcomes.push([step.name, code, (Date.now() - start) / 1000])
      }
    }),
  )
}

console.log('')
// Repeated here because the end-to-end tests print many lines in between.
for (const file of readdirSync(failures)) process.stdout.write(readFileSync(join(failures, file)))
for (const [name, code, seconds] of outcomes)
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds.toFixed(0)} s)`)
const failed = outcomes.filter(([, code]) => code !== 0).length
console.log(`npm ${isRest ? 'run test:rest' : 'test'} took ${((Date.now() - begun) / 1000).toFixed(0)} s`)
console.log(`${outcomes.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
