// The folder for what tests write.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Type of a file system in memory (Linux). */
const tmpfs = 0x01021994
/** Bytes that a run of all tests writes at a time, with room for a slow clean-up. */
const needed = 4 * 1024 ** 3
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
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  return folder
}

/** Whether there is a folder in memory, and twice of what is needed. */
function hasMemory() {
  if (process.platform !== 'linux' || !existsSync(memory)) return false
  const { type, bavail, bsize } = statfsSync(memory)
  return type === tmpfs && bavail * bsize >= needed && freemem() >= 2 * needed
}

/** Deletes the folders of runs that were killed. */
function removeAbandoned(parent) {
  for (const entry of readdirSync(parent)) {
    const owner = name.exec(entry)?.[1]
    if (owner && !isAlive(Number(owner))) rmSync(join(parent, entry), { recursive: true, force: true })
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
