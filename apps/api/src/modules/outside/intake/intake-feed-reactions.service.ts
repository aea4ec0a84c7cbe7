import { countedVotes } from '@greenroom/contract/community/post/counted-votes'
import {
  feedIntakeMessages,
  type LikeRecord,
  type VoteRecord,
} from '@greenroom/contract/outside/intake/intake-feed.schema'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import type { Stored } from './intake-batch.ts'
import { type LockedPost, lockPeople, lockPosts } from './intake-feed.repository.ts'
import {
  type LikeRow,
  likesOf,
  optionsOf,
  saveLikes,
  saveVotes,
  type VoteRow,
  votesOf,
} from './intake-feed-reactions.repository.ts'
import { byExternalId, namesOf, personOf, postsByName, refusal } from './intake-feed-references.ts'
import { pastTime } from './intake-time.ts'

/** A valid record with what it names. */
interface Sent<R> {
  post: LockedPost
  userId: string
  at: Date
  record: R
}

const later = (one: Date | null, other: Date) => (one !== null && one > other ? one : other)
const pairOf = ({ post_id, user_id }: { post_id: string; user_id: string }) => `${post_id} ${user_id}`

/** Likes and votes as the public product sends them, in any order (OQ-424, OQ-425). */
export function createReactionIntake() {
  /** Locks what records name, and returns each valid record or its refusal. */
  async function resolved<R extends LikeRecord | VoteRecord>(
    call: Call,
    records: readonly R[],
  ): Promise<(Sent<R> | AppError)[]> {
    const who = namesOf(records.map((record) => record.user_external_id))
    const people = byExternalId(await lockPeople(call.db, who, 'key share'))
    const named = namesOf(
      records.map((record) => record.post_external_id),
      records.map((record) => record.post_id),
    )
    // Two calls about one post store their records one after the other.
    const posts = await lockPosts(call.db, named, 'no key update')
    const postOf = await postsByName(call.db, posts, records)
    return records.map((record) => {
      try {
        return {
          at: pastTime(call, 'changed_at', record.changed_at),
          userId: personOf(people, record.user_external_id),
          post: postOf(record),
          record,
        }
      } catch (error) {
        if (error instanceof AppError) return error
        throw error
      }
    })
  }

  return {
    /** Stores likes in the transaction of the call. */
    async storeLikes(call: Call, records: LikeRecord[]): Promise<Stored[]> {
      const sent = await resolved(call, records)
      const valid = sent.flatMap((one) => (one instanceof AppError ? [] : [one]))
      const pairs = valid.map(({ post, userId }) => ({ post_id: post.id, user_id: userId }))
      const likes = new Map((await likesOf(call.db, pairs)).map((like) => [pairOf(like), like]))
      const touched = new Set<string>()
      const stored = sent.map((one): Stored => {
        if (one instanceof AppError) return one
        const pair = { post_id: one.post.id, user_id: one.userId }
        const before = likes.get(pairOf(pair))
        const after: LikeRow = before ? { ...before } : { ...pair, liked_at: null, unliked_at: null }
        if (one.record.deleted) after.unliked_at = later(after.unliked_at, one.at)
        else after.liked_at = later(after.liked_at, one.at)
        likes.set(pairOf(pair), after)
        touched.add(pairOf(pair))
        return { outcome: outcomeOf(before && isLiked(before), isLiked(after)), id: null }
      })
      await saveLikes(
        call.db,
        [...likes.values()].filter((like) => touched.has(pairOf(like))),
      )
      await audited(call, 'post.like', stored)
      return stored
    },

    /** Stores votes in the transaction of the call. */
    async storeVotes(call: Call, records: VoteRecord[]): Promise<Stored[]> {
      const sent = await resolved(call, records)
      const valid = sent.flatMap((one) => (one instanceof AppError ? [] : [one]))
      const options = await optionsOf(
        call.db,
        valid.map(({ post }) => post.id),
      )
      const pairs = valid.map(({ post, userId }) => ({ post_id: post.id, user_id: userId }))
      const votes = new Map<string, VoteRow[]>()
      for (const vote of await votesOf(call.db, pairs)) {
        votes.set(pairOf(vote), [...(votes.get(pairOf(vote)) ?? []), vote])
      }
      const touched = new Set<string>()
      const stored = sent.map((one): Stored => {
        if (one instanceof AppError) return one
        const refused = voteRefusal(one, options.get(one.post.id) ?? [])
        if (refused) return refused
        const pair = { post_id: one.post.id, user_id: one.userId }
        const before = votes.get(pairOf(pair)) ?? []
        const after = afterVote(before, pair, one)
        votes.set(pairOf(pair), after)
        touched.add(pairOf(pair))
        const isCounted = (rows: VoteRow[]) =>
          rows.find((vote) => vote.option === one.record.option)?.is_counted
        return { outcome: outcomeOf(isCounted(before), isCounted(after) ?? false), id: null }
      })
      await saveVotes(
        call.db,
        [...touched].flatMap((pair) => votes.get(pair) ?? []),
      )
      await audited(call, 'post.vote', stored)
      return stored
    },
  }
}

/** Adds one entry for all records that changed a count: one for each would be most of the history (OQ-424). */
async function audited(
  call: Call,
  action: 'post.like' | 'post.vote',
  stored: readonly Stored[],
): Promise<void> {
  const records = stored.filter((one) => 'outcome' in one && one.outcome !== 'unchanged').length
  if (records === 0) return
  await recordAudit(call, { action, entityType: 'post', entityId: null, label: null, after: { records } })
}

function outcomeOf(before: boolean | undefined, after: boolean): 'created' | 'changed' | 'unchanged' {
  if (before === after || (before === undefined && !after)) return 'unchanged'
  return before === undefined ? 'created' : 'changed'
}

function isLiked({ liked_at, unliked_at }: LikeRow): boolean {
  return liked_at !== null && (unliked_at === null || liked_at > unliked_at)
}

function voteRefusal({ post, at, record }: Sent<VoteRecord>, options: readonly string[]): AppError | null {
  if (post.poll_expires_at === null) {
    const path = record.post_id === undefined ? 'post_external_id' : 'post_id'
    return refusal(path, feedIntakeMessages.noPoll)
  }
  if (!options.includes(record.option)) return refusal('option', feedIntakeMessages.optionUnknown)
  return at > post.poll_expires_at ? refusal('changed_at', feedIntakeMessages.pollEnded) : null
}

/** Applies a vote to a person's votes in a poll. */
function afterVote(
  votes: readonly VoteRow[],
  pair: { post_id: string; user_id: string },
  { post, at, record }: Sent<VoteRecord>,
): VoteRow[] {
  const earlier = votes.find((vote) => vote.option === record.option)
  const vote: VoteRow = earlier
    ? { ...earlier }
    : { ...pair, option: record.option, cast_at: null, withdrawn_at: null, is_counted: false }
  if (record.deleted) vote.withdrawn_at = later(vote.withdrawn_at, at)
  else vote.cast_at = later(vote.cast_at, at)
  return countedVotes([...votes.filter((one) => one !== earlier), vote], post.poll_allow_multiple)
}
