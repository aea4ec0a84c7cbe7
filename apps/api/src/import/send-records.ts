import { setTimeout as sleep } from 'node:timers/promises'
import type { IntakeData } from '@greenroom/contract/intake-batch'
import { mostIntakeRecords } from '@greenroom/contract/intake-batch'
import type { ImportLine } from './import-file.ts'
import { ImportRefused } from './import-refused.ts'
import { refusalText } from './refusal.ts'

/** A record of a file, with the line on which it begins. */
export type SentRecord = Pick<ImportLine, 'line' | 'record' | 'source'>

interface SentBatch {
  /** How many records of the file are done: all up to this one, and none after it. */
  done: number
  stored: number
  refused: (Pick<SentRecord, 'line' | 'source'> & { message: string })[]
}

/** Below the server's limit of eight megabytes. */
const mostCharacters = 4_000_000
/** So that the server has the next batch while it responds to one. */
const concurrency = 3
/** How often a batch is sent, with growing pauses of together ten minutes. */
const mostAttempts = 15
const longestPause = 60_000

/**
 * Sends records to an intake call in batches, several at once. A batch that fails for now is sent again.
 * @param options.pause waits before a repeat
 * @returns the batches in the order of the file, each when it and all before it are done
 * @throws ImportRefused if the server refuses a call, or Error if it cannot be reached for ten minutes
 */
export async function* sendRecords(
  records: AsyncIterable<SentRecord>,
  call: { url: string; credential: string },
  { pause = sleep }: { pause?: (milliseconds: number) => Promise<unknown> } = {},
): AsyncGenerator<SentBatch> {
  const open: Promise<Omit<SentBatch, 'done'> & { count: number }>[] = []
  let done = 0
  const next = async (): Promise<SentBatch> => {
    const { count, ...batch } = await (open.shift() as (typeof open)[number])
    done += count
    return { ...batch, done }
  }
  for await (const batch of batchesOf(records)) {
    const sending = sendBatch(batch, call, pause)
    // An earlier batch may throw first.
    sending.catch(() => {})
    open.push(sending)
    if (open.length >= concurrency) yield await next()
  }
  while (open.length > 0) yield await next()
}

async function* batchesOf(records: AsyncIterable<SentRecord>): AsyncGenerator<SentRecord[]> {
  let batch: SentRecord[] = []
  let characters = 0
  for await (const one of records) {
    const size = JSON.stringify(one.record).length
    if (batch.length === mostIntakeRecords || (batch.length > 0 && characters + size > mostCharacters)) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(one)
    characters += size
  }
  if (batch.length > 0) yield batch
}

async function sendBatch(
  batch: SentRecord[],
  { url, credential }: { url: string; credential: string },
  pause: (milliseconds: number) => Promise<unknown>,
) {
  const body = JSON.stringify({ records: batch.map(({ record }) => record) })
  for (let attempt = 1; ; attempt++) {
    const response = await post(url, credential, body)
    if (response.status === 200) {
      const { data } = JSON.parse(response.text) as { data: IntakeData }
      const refused = data.results.flatMap(({ index, outcome, message = '', errors }) => {
        const sent = batch[index]
        if (outcome !== 'refused' || !sent) return []
        const { line, source } = sent
        return [{ line, source, message: errors ? refusalText(errors) : message }]
      })
      return { count: batch.length, stored: batch.length - refused.length, refused }
    }
    const reason = reasonOf(response)
    if (response.status !== null && response.status !== 429 && response.status < 500) {
      throw new ImportRefused(reason)
    }
    if (attempt === mostAttempts) throw new Error(reason)
    await pause(Math.max(response.retryAfter, Math.min(500 * 2 ** attempt, longestPause)))
  }
}

/** A response that arrived whole; without a status there is none. */
interface Answer {
  status: number | null
  text: string
  location: string | null
  /** In milliseconds. */
  retryAfter: number
}

async function post(url: string, credential: string, body: string): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${credential}`, 'content-type': 'application/json' },
      body,
      // A followed redirect may become a GET.
      redirect: 'manual',
    })
    const { status, headers } = response
    // A date instead of seconds is not a number.
    const retryAfter = (Number(headers.get('retry-after')) || 0) * 1000
    return { status, text: await response.text(), location: headers.get('location'), retryAfter }
  } catch (error) {
    return { status: null, text: (error as Error).message, location: null, retryAfter: 0 }
  }
}

function reasonOf({ status, text, location }: Answer): string {
  if (status === null) return `No response: ${text}`
  if (location !== null) return `The server redirects to ${location}. Set GREENROOM_URL to its own address.`
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    if (typeof message === 'string') return message
  } catch {
    // A proxy's page.
  }
  return `The server responded with ${status}`
}
