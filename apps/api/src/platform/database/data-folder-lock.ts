import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { link, mkdir, readdir, readFile, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

interface FolderLock {
  /** Releases the lock. */
  release(): Promise<void>
}

interface Claim {
  process: number
  /** When the process started, so that another process with a reused id is not taken for it. */
  began: string
  /** The machine, boot and process namespace in which the process id is valid. */
  place: string
  released?: boolean
}

const refreshInterval = 4_000
/** A claim from another container or machine expires after this long without a refresh, in milliseconds. */
const foreignPatience = 15_000

function readPlace(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

/** Returns when a process started, as an opaque text; undefined if it does not exist or is a zombie. */
function processStart(pid: number): string | undefined {
  if (process.platform === 'linux') {
    try {
      const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The name in parentheses may contain anything, so count the fields after it: state is the 3rd, start the 22nd.
      const fields = line.slice(line.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
    } catch {
      return undefined
    }
  }
  if (process.platform === 'win32') {
    try {
      process.kill(pid, 0)
      return 'running'
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'running' : undefined
    }
  }
  try {
    const text = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' },
    })
    const [state = 'Z', ...start] = text.trim().split(/\s+/)
    return state.startsWith('Z') ? undefined : start.join(' ')
  } catch {
    return undefined
  }
}

async function readClaim(path: string): Promise<Claim | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as Claim
  } catch {
    return undefined
  }
}

async function highestTurn(folder: string): Promise<number> {
  const turns = (await readdir(folder)).map((name) => /^turn-(\d+)$/.exec(name)?.[1]).map(Number)
  return Math.max(0, ...turns.filter((turn) => turn > 0))
}

/**
 * Returns the id of the process that holds the folder's lock; undefined if none does. Waits if the holder is
 * elsewhere.
 */
async function findHolder(folder: string, turn: number, place: string): Promise<number | undefined> {
  const path = join(folder, `turn-${turn}`)
  const claim = await readClaim(path)
  if (!claim || claim.released) return undefined
  if (claim.place === place) return processStart(claim.process) === claim.began ? claim.process : undefined
  const first = (await stat(path)).mtimeMs
  for (;;) {
    const refreshed = (await stat(path)).mtimeMs
    if (Date.now() - refreshed > foreignPatience) return undefined
    if (refreshed !== first) return (await readClaim(path))?.released ? undefined : claim.process
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Tells whether a running program holds the folder's lock. */
export async function isFolderLocked(folder: string): Promise<boolean> {
  try {
    const turn = await highestTurn(folder)
    return turn > 0 && (await findHolder(folder, turn, readPlace())) !== undefined
  } catch {
    return false
  }
}

/**
 * Takes the lock of a folder for this process, or returns which process holds it. A lock ends with its process.
 *
 * Each attempt creates a numbered file atomically. The highest number decides, and only the holder of a higher number
 * removes a lower one, so two programs that find a dead lock cannot both replace it.
 */
export async function lockFolder(folder: string): Promise<FolderLock | { heldBy: number }> {
  await mkdir(folder, { recursive: true })
  const place = readPlace()
  const claim: Claim = { process: process.pid, began: processStart(process.pid) ?? '', place }
  const draft = join(folder, `draft-${randomUUID()}`)
  await writeFile(draft, JSON.stringify(claim))
  try {
    for (;;) {
      const last = await highestTurn(folder)
      const holder = last > 0 ? await findHolder(folder, last, place) : undefined
      if (holder !== undefined) return { heldBy: holder }
      const turn = last + 1
      const path = join(folder, `turn-${turn}`)
      try {
        await link(draft, path)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue
        throw error
      }
      if ((await highestTurn(folder)) !== turn) {
        await unlink(path)
        continue
      }
      await removeOlderTurns(folder, turn)
      return holdTurn(path, claim)
    }
  } finally {
    await unlink(draft).catch(() => {})
  }
}

async function removeOlderTurns(folder: string, turn: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const number = Number(/^turn-(\d+)$/.exec(name)?.[1])
    if (number < turn) await unlink(join(folder, name)).catch(() => {})
  }
}

function holdTurn(path: string, claim: Claim): FolderLock {
  const timer = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => {})
  }, refreshInterval)
  timer.unref()
  return {
    async release() {
      clearInterval(timer)
      // The file stays, marked as released: without the highest number an older one would count again.
      await writeFile(path, JSON.stringify({ ...claim, released: true })).catch(() => {})
    },
  }
}
