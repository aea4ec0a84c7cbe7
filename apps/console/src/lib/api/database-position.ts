import { unknownPosition } from '@greenroom/contract/database-position'
import { minuteMs } from '../minute.ts'

/** What this browser knows of its writes. Times are in milliseconds since 1970. */
interface KnownPosition {
  /** Position after the last write whose response arrived, and until when to send it. */
  position: number
  until: number
  /** Until when a write without a response may be missing from a replica. */
  unknownUntil: number
}

const storageName = 'database-position'
/** The server reads no replica that is this far behind. */
const lifetimeMs = 10 * minuteMs
const none: KnownPosition = { position: 0, until: 0, unknownUntil: 0 }

/** Used where the storage is full or blocked. */
let own = none

/** Returns the value of the position header; undefined while nothing was written. All tabs of a browser share it. */
export function readPosition(): string | undefined {
  const { position, until, unknownUntil } = read()
  const now = Date.now()
  if (now < unknownUntil) return unknownPosition
  return now < until ? String(position) : undefined
}

/** Remembers the position header of a response to a write; null if there was none, for instance no response. */
export function notePosition(header: string | null): void {
  const now = Date.now()
  const known = read()
  const position = Number(header ?? Number.NaN)
  if (Number.isNaN(position)) {
    write({ ...known, unknownUntil: now + minuteMs })
    return
  }
  const earlier = now < known.until ? known.position : 0
  write({ ...known, position: Math.max(position, earlier), until: now + lifetimeMs })
}

function read(): KnownPosition {
  try {
    const stored: Partial<KnownPosition> = JSON.parse(localStorage.getItem(storageName) ?? '{}')
    const latest = (name: keyof KnownPosition) => Math.max(own[name], stored[name] ?? 0)
    return { position: latest('position'), until: latest('until'), unknownUntil: latest('unknownUntil') }
  } catch {
    return own
  }
}

function write(known: KnownPosition): void {
  own = known
  try {
    localStorage.setItem(storageName, JSON.stringify(known))
  } catch {
    // The tab still knows it.
  }
}
