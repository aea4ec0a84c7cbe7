// npm run check: types, lint, layers and exports, two at a time, in under a minute.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from './install.mjs'

const bin = (name) => join(root, 'node_modules', name)
// The native compiler takes a third of the time. The layer check still reads modules with the other one.
const compiler = bin('typescript-native/bin/tsc')
const typesOf = (folder) => [compiler, ['-p', folder, '--singleThreaded']]
const checks = [
  // Parallel checkers repeat each other's work: one thread takes half of the processor time, and two checks run at once.
  ['types of the contract', ...typesOf('packages/contract')],
  ['types of the sample site', ...typesOf('packages/site')],
  ['types of the API', ...typesOf('apps/api')],
  ['types of the console', ...typesOf('apps/console')],
  ['types of tools and tests', ...typesOf('.')],
  ['lint and format', bin('@biomejs/biome/bin/biome'), ['check', '.']],
  ['layers', join(root, 'tools/check-layers.mjs'), []],
  ['exports', join(root, 'tools/check-exports.mjs'), []],
]

/** Runs one check and prints its output at the end, so that two at a time stay readable. */
function runCheck([name, script, args]) {
  const begun = Date.now()
  const said = []
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk) => said.push(chunk))
    child.stderr.on('data', (chunk) => said.push(chunk))
    child.on('close', (code) => {
      process.stdout.write(Buffer.concat(said))
      console.log(
        `${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`,
      )
      resolve(code === 0)
    })
  })
}

let failed = 0
const waiting = [...checks]
async function work() {
  for (let check = waiting.shift(); check; check = waiting.shift()) if (!(await runCheck(check))) failed++
}
await Promise.all([work(), work()])
if (failed > 0) {
  console.error(`${failed} of ${checks.length} checks failed; the lines above say where.`)
  process.exit(1)
}
