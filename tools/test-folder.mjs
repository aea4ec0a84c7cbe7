// The folder for what tests write.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Bytes that a run of all tests writes at a time, with room for a slow clean-up. */
const needed = 4 * 1024 ** 3
/** Milliseconds after which no run is still going: a process of another container looks dead from here. */
const maxAge = 3 * 60 * 60 * 1000
const name = /^greenroom-run-(\d+)-/

/**
 * Creates an empty folder, which is deleted when the process ends. It is in memory if there is enough: tests create and
 * delete hundreds of databases with a thousand files each, and a disk's file system takes much processor time for that.
 */
export function makeTestFolder() {
  const parent = hasMemory() ? memory : tmpdir()
  removeAbandoned(parent)
  const folder = mkdtempSync(join(parent, `greenroom-run-${process.pid}-`))
  // Like the temporary folder itself: the database server may run as another user.
  chmodSync(folder, 0o1777)
  process.on('exit', () => remove(folder))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  return folder
}

/** Whether there is a folder in memory from which programs may run, and twice of what is needed. */
function hasMemory() {
  if (process.platform !== 'linux') return false
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const [, , type, options = ''] = mounts.find((line) => line.split(' ')[1] === memory)?.split(' ') ?? []
  if (type !== 'tmpfs' || options.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(memory)
  // Unlike os.freemem, it knows a container's limit.
  return bavail * bsize >= needed && process.availableMemory() >= 2 * needed
}

/** Deletes the folders of runs that were killed. */
function removeAbandoned(parent) {
  for (const entry of readdirSync(parent)) {
    const owner = name.exec(entry)?.[1]
    if (!owner || isAlive(Number(owner))) continue
    const folder = join(parent, entry)
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - changed > maxAge) remove(folder)
  }
}

/** Deletes a folder. What is still in use, or another user's, is left to a later run. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  } catch {}
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
