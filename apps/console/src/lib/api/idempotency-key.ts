import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import { minuteMs } from '../minute.ts'
import { ApiError } from './api-error.ts'

/** A write whose outcome is not known: what was sent, the key that it went under, and until when the key serves. */
interface UnansweredWrite {
  endpoint: string
  content: string
  key: string
  until: number
  /** Whether the same content may be meant anew after somebody has undone it. */
  mayBeMeantAnew: boolean
}

/** Well within the day for which the server keeps a key. */
const repeatTime = 60 * minuteMs
const repeatTimeOfWish = 2 * minuteMs
const storageName = 'unanswered'

let unanswered: UnansweredWrite[] | undefined

/**
 * Sends a write under its Idempotency-Key. The same content sent again after a lost answer goes under the same key, so
 * that it is done once; after an answer it goes under a new one.
 * @param write.content everything that the call sends, as one text
 * @param write.version the version that an edit is based on
 * @param send given the key; throws ApiError for every failure
 */
export async function underIdempotencyKey<T>(
  write: { endpoint: EndpointDeclaration; content: string; version: number | undefined },
  send: (key: string) => Promise<T>,
): Promise<T> {
  const { endpoint, content } = write
  // A new record and an edit of a version are one act for ever. A switch or a removal is a wish, which may come back.
  const creates = endpoint.status === 201
  const mayBeMeantAnew = !creates && write.version === undefined
  const earlierKey = unansweredKey(endpoint.name, content)
  const key = earlierKey ?? newKey()
  const entry: UnansweredWrite = {
    endpoint: endpoint.name,
    content,
    key,
    until: Date.now() + (mayBeMeantAnew ? repeatTimeOfWish : repeatTime),
    mayBeMeantAnew,
  }
  // Before it is sent: the tab may be closed or loaded anew while the answer is on its way.
  remember(entry)
  try {
    const answer = await send(key)
    forget((one) => one.key === key || (!creates && one.mayBeMeantAnew))
    return answer
  } catch (error) {
    if (isUnknownOutcome(error)) remember(entry)
    else forget((one) => one.key === key)
    // The content only looked the same, as a file does that was changed without its size and time: it is another write.
    const isAnother = earlierKey !== undefined && error instanceof ApiError && error.code === 'KEY_REUSED'
    if (isAnother) return underIdempotencyKey(write, send)
    throw error
  }
}

/** A refusal has done nothing. What else went wrong may have been done, or was never looked at, as after a 401. */
function isUnknownOutcome(error: unknown): boolean {
  return !(error instanceof ApiError && (error.isRefusal || error.status === 404))
}

// Also in the tab's storage, because after an unknown outcome the page may be loaded anew, the entries of its form
// restored and sent again.
function all(): UnansweredWrite[] {
  unanswered ??= readStored()
  return unanswered
}

function readStored(): UnansweredWrite[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? '[]')
    return Array.isArray(stored) ? (stored as UnansweredWrite[]) : []
  } catch {
    return []
  }
}

function store(writes: UnansweredWrite[]): void {
  unanswered = writes
  try {
    if (writes.length === 0) sessionStorage.removeItem(storageName)
    else sessionStorage.setItem(storageName, JSON.stringify(writes))
  } catch {
    // A full storage costs what survives a reload, not the write.
  }
}

function unansweredKey(endpoint: string, content: string): string | undefined {
  const now = Date.now()
  return all().find((one) => one.endpoint === endpoint && one.content === content && one.until > now)?.key
}

function remember(write: UnansweredWrite): void {
  const now = Date.now()
  const others = all().filter(
    (one) => one.until > now && !(one.endpoint === write.endpoint && one.content === write.content),
  )
  store([...others, write])
}

function forget(isDone: (write: UnansweredWrite) => boolean): void {
  store(all().filter((one) => !isDone(one)))
}

/** Not crypto.randomUUID: it is missing on plain http, where a console inside a network may be served. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
