import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import { minuteMs } from '../minute.ts'
import { readTab, removeFromTab, writeTab } from '../tab-storage.ts'
import { ApiError } from './api-error.ts'

/** A write whose outcome is unknown: what was sent, its key, and when the key expires. */
interface UnansweredWrite {
  endpoint: string
  content: string
  key: string
  until: number
  /** Whether sending the same content again may be a new request, because somebody may have undone the first one. */
  mayBeNew: boolean
}

/** Well below the 24 hours for which the server keeps a key. */
const repeatTime = 60 * minuteMs
const repeatTimeOfWish = 2 * minuteMs
const storageName = 'unanswered'

let unanswered: UnansweredWrite[] | undefined

/**
 * Sends a write with its Idempotency-Key. If the response was lost, sending the same content again reuses the key, so
 * that the write happens once. After a response, it gets a new key.
 * @param write.content everything that the call sends, serialized
 * @param write.version the version that an edit is based on
 * @param send called with the key; throws ApiError for every failure
 */
export async function underIdempotencyKey<T>(
  write: { endpoint: EndpointDeclaration; content: string; version: number | undefined },
  send: (key: string) => Promise<T>,
): Promise<T> {
  const { endpoint, content } = write
  // Repeating a create, or an edit of one version, is always a retry. Repeating a toggle or a removal may be a new
  // request.
  const creates = endpoint.status === 201
  const mayBeNew = !creates && write.version === undefined
  const earlierKey = unansweredKey(endpoint.name, content)
  const key = earlierKey ?? newKey()
  const entry: UnansweredWrite = {
    endpoint: endpoint.name,
    content,
    key,
    until: Date.now() + (mayBeNew ? repeatTimeOfWish : repeatTime),
    mayBeNew,
  }
  // Store it before sending: the tab may be closed or reloaded before the response arrives.
  remember(entry)
  try {
    const response = await send(key)
    forget((one) => one.key === key || (!creates && one.mayBeNew))
    return response
  } catch (error) {
    if (isUnknownOutcome(error)) remember(entry)
    else forget((one) => one.key === key)
    // A file changed without its size and time, so the content only looked the same. This is another write.
    const isAnother = earlierKey !== undefined && error instanceof ApiError && error.code === 'KEY_REUSED'
    if (isAnother) return underIdempotencyKey(write, send)
    throw error
  }
}

/**
 * Returns whether a failed write may have been done: after every failure, also one that a proxy answers for the server,
 * unless the server refused it. After a 401 it was never looked at.
 */
export function isUnknownOutcome(error: unknown): boolean {
  return !(error instanceof ApiError && (error.isRefusal || error.status === 404))
}

// Also stored in the tab's storage: after an unknown outcome the page may be reloaded and its restored draft sent
// again.
function all(): UnansweredWrite[] {
  unanswered ??= readStored()
  return unanswered
}

function readStored(): UnansweredWrite[] {
  try {
    const stored: unknown = JSON.parse(readTab(storageName) ?? '[]')
    return Array.isArray(stored) ? (stored as UnansweredWrite[]) : []
  } catch {
    return []
  }
}

function store(writes: UnansweredWrite[]): void {
  unanswered = writes
  if (writes.length === 0) removeFromTab(storageName)
  else writeTab(storageName, JSON.stringify(writes))
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

/** Returns a random key. crypto.randomUUID is missing on plain http, which a console inside a network may use. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** Returns a UUID, for the id of a request. */
export function newUuid(): string {
  return newKey().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
