import type { IntakeData } from '@greenroom/contract/intake-batch'
import { CommentRecord, feedIntakeMessages } from '@greenroom/contract/outside/intake/intake-feed.schema'
import type { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { type ItemRemoval, labelOf } from '../../community/moderation/item-removal.service.ts'
import { oneByOne, type Stored, storeBatch } from './intake-batch.ts'
import {
  findSentComment,
  insertSentComment,
  type LockedPost,
  lockComments,
  lockExternalIds,
  lockPeople,
  lockPosts,
  postsOfComments,
  rememberRemoved,
  removedAmong,
  setSourceChangedAt,
  updateSentComment,
} from './intake-feed.repository.ts'
import {
  byExternalId,
  namesOf,
  type People,
  personOf,
  postsByName,
  refusal,
} from './intake-feed-references.ts'
import { pastTime } from './intake-time.ts'

type Outcome = Exclude<Stored, AppError>

/** What records name, locked. */
interface Named {
  people: People
  postOf: (record: CommentRecord) => LockedPost
}

/** Comments as the public product sends them (OQ-422). */
export function createCommentIntake({ items }: { items: ItemRemoval }) {
  /** Returns the id of the comment that a record replies to; null for a comment on the post itself. */
  async function parentOf(call: Call, record: CommentRecord, postId: string): Promise<string | null> {
    const externalId = record.parent_comment_external_id
    if (externalId === undefined) return null
    const parent = await findSentComment(call.db, externalId)
    if (parent?.post_id === postId) return parent.id
    const isRemoved = !parent && (await removedAmong(call.db, 'comment', [externalId])).size > 0
    throw refusal(
      'parent_comment_external_id',
      isRemoved ? feedIntakeMessages.parentRemoved : feedIntakeMessages.parentUnknown,
    )
  }

  async function create(
    call: Call,
    record: CommentRecord,
    { people, postOf }: Named,
    changedAt: Date,
  ): Promise<Outcome> {
    const { external_id, user_external_id = '', message = '', created_at } = record
    const post = postOf(record)
    const id = newId()
    await insertSentComment(call.db, {
      id,
      external_id,
      post_id: post.id,
      parent_comment_id: await parentOf(call, record, post.id),
      user_id: personOf(people, user_external_id),
      message,
      source_changed_at: changedAt,
      created_at: created_at === undefined ? changedAt : pastTime(call, 'created_at', created_at),
    })
    await recordAudit(call, {
      action: 'comment.create',
      entityType: 'comment',
      entityId: id,
      label: labelOf('comment', message),
      after: { message, post_id: post.id },
    })
    return { outcome: 'created', id }
  }

  async function store(call: Call, record: CommentRecord, named: Named): Promise<Outcome> {
    const { external_id, user_external_id, message = '' } = record
    const changedAt = pastTime(call, 'changed_at', record.changed_at)
    const comment = await findSentComment(call.db, external_id)
    if (!comment) {
      if (record.deleted) {
        await rememberRemoved(call.db, 'comment', [external_id])
        await items.disposeSent(call, 'comment', external_id)
      }
      if (record.deleted || (await removedAmong(call.db, 'comment', [external_id])).size > 0) {
        return { outcome: 'unchanged', id: null }
      }
      return create(call, record, named, changedAt)
    }
    if (user_external_id !== undefined && named.people.get(user_external_id)?.id !== comment.user_id) {
      throw refusal('user_external_id', feedIntakeMessages.otherAuthor)
    }
    if (!record.deleted && named.postOf(record).id !== comment.post_id) {
      const path = record.post_id === undefined ? 'post_external_id' : 'post_id'
      throw refusal(path, feedIntakeMessages.otherPost)
    }
    if (comment.source_changed_at !== null && changedAt <= comment.source_changed_at) {
      return { outcome: 'unchanged', id: comment.id }
    }
    if (record.deleted) {
      await items.removeComment(call, comment.id, { sentAt: changedAt })
      return { outcome: 'changed', id: null }
    }
    if (message === comment.message) {
      await setSourceChangedAt(call.db, 'comment', comment.id, changedAt)
      return { outcome: 'unchanged', id: comment.id }
    }
    await items.keepEarlierText(call, { kind: 'comment', id: comment.id, endedAt: changedAt })
    await updateSentComment(call.db, comment.id, { message, source_changed_at: changedAt })
    await recordAudit(call, {
      action: 'comment.update',
      entityType: 'comment',
      entityId: comment.id,
      label: labelOf('comment', message),
      before: { message: comment.message },
      after: { message },
    })
    return { outcome: 'changed', id: comment.id }
  }

  /** Stores comments in the transaction of the call. Their posts are locked, because their comment counts change. */
  async function storeChunk(call: Call, records: CommentRecord[]): Promise<Stored[]> {
    const sent = namesOf(records.map((record) => record.external_id))
    await lockExternalIds(call.db, 'comment', sent.externalIds)
    const authors = namesOf(records.map((record) => record.user_external_id))
    const people = byExternalId(await lockPeople(call.db, authors, 'key share'))
    const named = namesOf(
      records.map((record) => record.post_external_id),
      [...records.map((record) => record.post_id), ...(await postsOfComments(call.db, sent))],
    )
    const posts = await lockPosts(call.db, named, 'no key update')
    await lockComments(call.db, sent, 'update')
    const postOf = await postsByName(call.db, posts, records)
    return oneByOne((inside: Call, record: CommentRecord) => store(inside, record, { people, postOf }))(
      call,
      records,
    )
  }

  return {
    /** Stores comments. A reply may come in the same call as its comment, in any order. */
    storeAll(
      call: Call,
      batch: { records: readonly unknown[] },
    ): Promise<{ data: IntakeData; message: string }> {
      return storeBatch(call, batch, CommentRecord, storeChunk, { rankOf: depthsOf(batch.records) })
    },
  }
}

/** Returns a function that counts the comments of a call above another one. They are stored first. */
function depthsOf(records: readonly unknown[]): (externalId: string) => number {
  const parents = new Map<unknown, unknown>()
  for (const record of records as readonly (Partial<CommentRecord> | null)[]) {
    const parent = record?.parent_comment_external_id
    if (parent !== undefined) parents.set(record?.external_id, parent)
  }
  return (externalId) => {
    let depth = 0
    // Some may reply to each other in a circle.
    for (
      let one = parents.get(externalId);
      one !== undefined && depth < parents.size;
      one = parents.get(one)
    ) {
      depth++
    }
    return depth
  }
}
