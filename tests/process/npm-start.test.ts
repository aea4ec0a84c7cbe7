import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { databaseProcess, freePort, inherited, makeDataFolder, removeEverything } from './running-program.ts'
import { until } from './until.ts'

const root = join(import.meta.dirname, '..', '..')
// One folder for all cases: only the first has to make a database.
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
] as const)('%s %s that alone is sent %s leaves no process running', async (command, args, signal) => {
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
    // A group of its own: a signal to the tests must not reach what is tested.
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
  // The server removes its file when it is shut down in order.
  expect(databaseProcess(dataDir)).toBeUndefined()
})

/** The processes of the case that have not ended. */
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

/** Number of the process that started another; undefined when that has ended. Linux only. */
function parentOf(pid: number): number | undefined {
  try {
    // The name before it stands in brackets and may hold spaces.
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return state === 'Z' ? undefined : Number(parent)
  } catch {
    return undefined
  }
}
