import { feedIntakeMessages, type PostRecord } from '@greenroom/contract/outside/intake/intake-feed.schema'
import type { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { differs } from '../../../platform/database/records.ts'
import { type ItemRemoval, labelOf } from '../../community/moderation/item-removal.service.ts'
import { oneByOne, type Stored } from './intake-batch.ts'
import {
  authorsOfPosts,
  findSentPost,
  insertSentPost,
  lockExternalIds,
  lockPeople,
  lockPosts,
  rememberRemoved,
  removedAmong,
  setSourceChangedAt,
  updateSentPost,
} from './intake-feed.repository.ts'
import { byExternalId, namesOf, type People, personOf, refusal } from './intake-feed-references.ts'
import { pastTime } from './intake-time.ts'

type Outcome = Exclude<Stored, AppError>

/** Posts of members as the public product sends them (OQ-422, OQ-423). */
export function createPostIntake({ items, authorId }: { items: ItemRemoval; authorId: string }) {
  async function create(call: Call, record: PostRecord, userId: string, changedAt: Date): Promise<Outcome> {
    const { external_id, message = '', tags = [], created_at } = record
    const id = newId()
    await insertSentPost(call.db, {
      id,
      external_id,
      user_id: userId,
      message,
      tags,
      source_changed_at: changedAt,
      created_at: created_at === undefined ? changedAt : pastTime(call, 'created_at', created_at),
      updated_at: call.now,
    })
    await recordAudit(call, {
      action: 'post.create',
      entityType: 'post',
      entityId: id,
      label: labelOf('post', message),
      after: { message, tags },
    })
    return { outcome: 'created', id }
  }

  async function store(call: Call, record: PostRecord, people: People): Promise<Outcome> {
    const { external_id, user_external_id } = record
    const changedAt = pastTime(call, 'changed_at', record.changed_at)
    const post = await findSentPost(call.db, external_id)
    if (!post) {
      if (record.deleted) {
        await rememberRemoved(call.db, 'post', [external_id])
        await items.disposeSent(call, 'post', external_id)
      }
      if (record.deleted || (await removedAmong(call.db, 'post', [external_id])).size > 0) {
        return { outcome: 'unchanged', id: null }
      }
      const userId = personOf(people, user_external_id ?? '')
      if (userId === authorId) throw refusal('user_external_id', feedIntakeMessages.providerPost)
      return create(call, record, userId, changedAt)
    }
    if (user_external_id !== undefined && people.get(user_external_id)?.id !== post.user_id) {
      throw refusal('user_external_id', feedIntakeMessages.otherAuthor)
    }
    if (post.source_changed_at !== null && changedAt <= post.source_changed_at) {
      return { outcome: 'unchanged', id: post.id }
    }
    if (record.deleted) {
      await items.removePost(call, post.id, { sentAt: changedAt })
      return { outcome: 'changed', id: null }
    }
    const { message = '', tags = [] } = record
    if (!differs({ message, tags }, post)) {
      await setSourceChangedAt(call.db, 'post', post.id, changedAt)
      return { outcome: 'unchanged', id: post.id }
    }
    await items.keepEarlierText(call, { kind: 'post', id: post.id, endedAt: changedAt })
    await updateSentPost(call.db, post.id, { message, tags, source_changed_at: changedAt, now: call.now })
    await recordAudit(call, {
      action: 'post.update',
      entityType: 'post',
      entityId: post.id,
      label: labelOf('post', message),
      before: { message: post.message, tags: post.tags },
      after: { message, tags },
    })
    return { outcome: 'changed', id: post.id }
  }

  return {
    /** Stores posts in the transaction of the call. Their authors are locked, because their post counts change. */
    async store(call: Call, records: PostRecord[]): Promise<Stored[]> {
      const sent = namesOf(records.map((record) => record.external_id))
      await lockExternalIds(call.db, 'post', sent.externalIds)
      const authors = await authorsOfPosts(call.db, sent.externalIds)
      const named = namesOf(
        records.map((record) => record.user_external_id),
        authors,
      )
      const people = byExternalId(await lockPeople(call.db, named, 'no key update'))
      await lockPosts(call.db, sent, 'update')
      return oneByOne((inside: Call, record: PostRecord) => store(inside, record, people))(call, records)
    },
  }
}
