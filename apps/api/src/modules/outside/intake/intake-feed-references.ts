import { feedIntakeMessages } from '@greenroom/contract/outside/intake/intake-feed.schema'
import { type AppError, invalid } from '../../../platform/app-error.ts'
import type { Database } from '../../../platform/database/database.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import { type LockedPerson, type LockedPost, type Names, removedAmong } from './intake-feed.repository.ts'

/** The refusal of a record that one field caused. */
export function refusal(path: string, message: string): AppError {
  return invalid([{ path, message }])
}

/** Returns what is given, each once. */
export function namesOf(
  externalIds: readonly (string | undefined)[],
  ids: readonly (string | undefined)[] = [],
): Names {
  const given = (texts: readonly (string | undefined)[]) => [
    ...new Set(texts.flatMap((text) => (text === undefined ? [] : [text]))),
  ]
  return { externalIds: given(externalIds), ids: given(ids).filter(isRecordId) }
}

/** Returns what is found by its external id. */
export function byExternalId<Row extends { external_id: string | null }>(
  rows: readonly Row[],
): Map<string, Row> {
  return new Map(rows.flatMap((row) => (row.external_id === null ? [] : [[row.external_id, row]])))
}

/** @throws AppError VALIDATION for a person that nobody sent */
export function personOf(people: People, externalId: string): string {
  const person = people.get(externalId)
  if (!person) throw refusal('user_external_id', feedIntakeMessages.userUnknown)
  return person.id
}

/** Locked people by external id. */
export type People = ReadonlyMap<string, LockedPerson>

interface NamesPost {
  post_external_id?: string | undefined
  post_id?: string | undefined
}

/** Finds the posts that records name among locked ones. */
export async function postsByName(
  db: Database,
  posts: readonly LockedPost[],
  records: readonly NamesPost[],
): Promise<(record: NamesPost) => LockedPost> {
  const byId = new Map(posts.map((post) => [post.id, post]))
  const sent = byExternalId(posts)
  const missing = namesOf(records.map((record) => record.post_external_id)).externalIds.filter(
    (id) => !sent.has(id),
  )
  const removed = missing.length === 0 ? new Set<string>() : await removedAmong(db, 'post', missing)

  /** @throws AppError VALIDATION for an unknown or deleted post */
  return ({ post_external_id: externalId, post_id: id }) => {
    const post = externalId === undefined ? byId.get(id ?? '') : sent.get(externalId)
    if (post) return post
    const path = externalId === undefined ? 'post_id' : 'post_external_id'
    const isRemoved = externalId !== undefined && removed.has(externalId)
    throw refusal(path, isRemoved ? feedIntakeMessages.postRemoved : feedIntakeMessages.postUnknown)
  }
}
