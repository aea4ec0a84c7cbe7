import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { freePort } from '../../apps/api/src/platform/free-port.ts'
import { databaseProcess, inherited, makeDataFolder, removeEverything } from './running-program.ts'
import { until } from './until.ts'

const root = join(import.meta.dirname, '..', '..')
// Shared, so that only the first case creates a database.
const dataDir = makeDataFolder()
let processes: number[] = []

afterEach(() => {
  for (const pid of running()) process.kill(pid, 'SIGKILL')
})
afterAll(removeEverything)

test.each([
  ['npm', ['start'], 'SIGTERM'],
  ['npm', ['start'], 'SIGINT'],
  ['npm', ['start'], 'SIGKILL'],
  [process.execPath, ['tools/start.mjs'], 'SIGKILL'],
] as const)('%s %s leaves no process running when it alone receives %s', async (command, args, signal) => {
  const url = `http://127.0.0.1:${await freePort()}`
  const program = spawn(command, args, {
    cwd: root,
    env: {
      ...inherited(),
      npm_config_update_notifier: 'false',
      NODE_ENV: 'development',
      PORT: new URL(url).port,
      DATA_DIR: dataDir,
      SAMPLE_DATA: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Its own process group, so that a signal to the tests doesn't reach it.
    detached: true,
  })
  const pid = program.pid ?? 0
  processes = [pid]
  let printed = ''
  program.stdout.on('data', (chunk) => {
    printed += chunk
  })
  await until('the program is ready', () => printed.includes(`Greenroom is ready at ${url}/`), 60_000)
  processes = [pid, ...descendantsOf(pid)]
  const database = databaseProcess(dataDir)
  expect(processes).toContain(database)

  const ended = once(program, 'exit')
  program.kill(signal)
  await ended
  await until('no process is left', () => running().length === 0, 30_000)
  // The server removes its file on an orderly shutdown.
  expect(databaseProcess(dataDir)).toBeUndefined()
})

/** Returns the case's processes that still run. */
function running(): number[] {
  return processes.filter((pid) => parentOf(pid) !== undefined)
}

function descendantsOf(ancestor: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const children = all.filter((pid) => parentOf(pid) === ancestor)
  return [...children, ...children.flatMap(descendantsOf)]
}

/** Returns a process's parent id, or undefined if the process has ended. Linux only. */
function parentOf(pid: number): number | undefined {
  try {
    // The process name comes first, in brackets, and may contain spaces.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return state === 'Z' ? undefined : Number(parent)
  } catch {
    return undefined
  }
}
