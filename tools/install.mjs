// Installs missing packages. It uses no package itself, because it runs before they are installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Prints one sentence and exits with 1. */
export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Refuses an unsupported version of Node. */
function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  fail(`Greenroom needs Node 20.19 or newer; this is Node ${process.versions.node}.`)
}

/** Installs the dependencies unless the lock file is unchanged since the last installation. */
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
    // A manual npm ci or npm install counts.
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

/** Runs a command in the project's folder. If it fails, prints the sentence and exits. */
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
