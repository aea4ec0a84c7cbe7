// Installs what is missing. Plain Node without dependencies: it runs before there are any.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Ends the program with one sentence. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Refuses a Node that the program does not run on. */
function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  fail(`Greenroom needs Node 20.19 or newer; this is Node ${process.versions.node}.`)
}

/** Installs the dependencies unless the last installation was made from the same lock file. */
export function installDependencies() {
  checkNode()
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const mark = join(root, 'node_modules', '.installed-from')
  const isInstalled =
    existsSync(join(root, 'node_modules', 'fastify')) && existsSync(join(root, 'node_modules', 'vite'))
  if (isInstalled && existsSync(mark) && readFileSync(mark, 'utf8') === lock) return
  if (isInstalled && !existsSync(mark)) {
    // Somebody ran npm ci or npm install by hand: that counts.
    writeFileSync(mark, lock)
    return
  }
  console.log('Installing dependencies (once, about a minute)')
  run(
    'npm',
    ['ci', '--no-audit', '--no-fund', '--loglevel=error'],
    'The dependencies could not be installed; the lines above say why.',
  )
  mkdirSync(dirname(mark), { recursive: true })
  writeFileSync(mark, lock)
}

/** Runs a command in the project's folder and ends the program with a sentence when it fails. */
export function run(command, args, sentence, env = {}) {
  const isWindows = process.platform === 'win32'
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: isWindows,
    env: { ...process.env, ...env },
  })
  if (result.status !== 0) fail(sentence)
}
