import type { FieldError } from '@greenroom/contract/error'
import type { IntakeData, IntakeOutcome, IntakeResult } from '@greenroom/contract/intake-batch'
import { givenAt } from '@greenroom/contract/sent-record'
import type * as z from 'zod/mini'
import { AppError } from '../../../platform/app-error.ts'
import { atMost } from '../../../platform/at-most.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { inSavepoint } from '../../../platform/database/database.ts'
import { recordValidator } from '../../../platform/http/validation.ts'

/** What became of a record: stored under an id, or refused. */
export type Stored =
  | {
      outcome: Exclude<IntakeOutcome, 'refused'>
      id: string | null
      /** Paths of members that were not taken. */
      ignored?: readonly string[]
    }
  | AppError

/**
 * The records of a transaction: enough to spread the cost of a commit, few enough to hold locks only briefly. A store
 * that takes many records by one statement may be given all of them.
 */
const usualChunk = 200

/** Large batches at a time in this process, so that they leave memory and connections to other calls. */
const inTurn = atMost(3)
const largeBatch = 50

/**
 * Validates each record alone and stores the valid ones. A refused record stops no other. Records with one id are
 * applied in their order. If a chunk fails, earlier ones stay stored, and the caller repeats the whole call: records
 * that are stored already are unchanged.
 * @param store stores records in the transaction of its call, and returns what became of each, in their order
 * @param options.rankOf of records with other ids those of the lowest rank are stored first
 */
export function storeBatch<S extends z.ZodMiniObject>(
  call: Call,
  batch: { records: readonly unknown[] },
  schema: S,
  store: (call: Call, records: z.output<S>[]) => Promise<Stored[]>,
  { chunk = usualChunk, rankOf = () => 0 }: { chunk?: number; rankOf?: (externalId: string) => number } = {},
): Promise<{ data: IntakeData; message: string }> {
  const work = () => storeChunks(call, batch, schema, store, { chunk, rankOf })
  return batch.records.length < largeBatch ? work() : inTurn(work)
}

async function storeChunks<S extends z.ZodMiniObject>(
  call: Call,
  { records }: { records: readonly unknown[] },
  schema: S,
  store: (call: Call, records: z.output<S>[]) => Promise<Stored[]>,
  { chunk, rankOf }: { chunk: number; rankOf: (externalId: string) => number },
): Promise<{ data: IntakeData; message: string }> {
  const parse = recordValidator(schema)
  const results: IntakeResult[] = []
  const sorted = records.map((sent, index) => {
    const id = externalIdOf(sent)
    return { sent, index, id, rank: rankOf(id ?? '') }
  })
  // All calls lock records in the order of their ids, so that two with the same records cannot deadlock.
  sorted.sort(
    (one, other) => one.rank - other.rank || compare(one.id ?? '', other.id ?? '') || one.index - other.index,
  )
  for (let start = 0; start < sorted.length; start += chunk) {
    const valid: (Sent & { record: z.output<S> })[] = []
    for (const { sent, index, id } of sorted.slice(start, start + chunk)) {
      try {
        valid.push({ index, id, sent, record: parse(sent) })
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        results[index] = resultOf({ index, id, sent }, error)
      }
    }
    if (valid.length === 0) continue
    const stored = await callInTransaction(call, (inside) =>
      store(
        inside,
        valid.map(({ record }) => record),
      ),
    )
    for (const [place, one] of valid.entries()) {
      const result = stored[place]
      if (!result) throw new Error('A stored record has no result')
      results[one.index] = resultOf(one, result)
    }
  }
  return countedAnswer(results)
}

function countedAnswer(results: IntakeResult[]): { data: IntakeData; message: string } {
  const count = (outcome: IntakeOutcome) => results.filter((result) => result.outcome === outcome).length
  const data = {
    results,
    created: count('created'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
  }
  return { data, message: `${results.length - data.refused} of ${results.length} records stored` }
}

/**
 * Stores records one at a time, each undone alone if it is refused. For records that need statements of their own; a
 * store of many records at a time is faster where the volume is large.
 */
export function oneByOne<R>(storeOne: (call: Call, record: R) => Promise<Exclude<Stored, AppError>>) {
  return async (call: Call, records: R[]): Promise<Stored[]> => {
    const stored: Stored[] = []
    for (const record of records) {
      try {
        stored.push(await inSavepoint(call.db, () => storeOne(call, record)))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        stored.push(error)
      }
    }
    return stored
  }
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** A record with its place in the request. */
interface Sent {
  index: number
  id: string | undefined
  sent: unknown
}

function resultOf({ index, id, sent }: Sent, stored: Stored): IntakeResult {
  const external_id = id ?? null
  if (!(stored instanceof AppError)) {
    const { outcome, id: _id, ignored = [] } = stored
    return { index, external_id, outcome, _id, ...(ignored.length > 0 && { ignored: [...ignored] }) }
  }
  const { message, errors } = stored
  return {
    index,
    external_id,
    outcome: 'refused',
    _id: null,
    message,
    ...(errors && { errors: errors.map((one) => withValue(sent, one)) }),
  }
}

/** Adds to a refusal what was sent, so that a log of refusals is enough to find the fault. */
function withValue(sent: unknown, { path, message }: FieldError) {
  const value = givenAt(sent, path)
  return { path, message, ...(value !== undefined && { value }) }
}

/** Returns a record's id as it was sent, if a result can carry it. */
function externalIdOf(sent: unknown): string | undefined {
  const id = (sent as { external_id?: unknown } | null)?.external_id
  return typeof id === 'string' && id !== '' && id.length <= 200 && id.isWellFormed() ? id : undefined
}
