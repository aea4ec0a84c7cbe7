import {
  type MembershipRecord,
  membershipIntakeMessages,
} from '@greenroom/contract/outside/intake/membership-intake.schema'
import { type AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { differs } from '../../../platform/database/records.ts'
import type { MembershipService } from '../../money/membership/membership.service.ts'
import { oneByOne, type Stored } from './intake-batch.ts'
import { pastTime } from './intake-time.ts'
import { insertHeld, lockHeld, updateHeld } from './membership-intake.repository.ts'
import { type KnownUser, knownUsers, lockAccount } from './user-intake.repository.ts'

type Outcome = Exclude<Stored, AppError>

/** Memberships that people hold, as another system sends them (OQ-407). */
export function createMembershipIntake({ memberships }: { memberships: Pick<MembershipService, 'priced'> }) {
  async function storeOne(
    call: Call,
    record: MembershipRecord,
    users: ReadonlyMap<string, KnownUser>,
  ): Promise<Outcome> {
    const { external_id, user_external_id, membership_id } = record
    const changedAt = pastTime(call, 'changed_at', record.changed_at)
    const stored = await lockHeld(call.db, external_id)
    if (stored && changedAt <= stored.source_changed_at) return { outcome: 'unchanged', id: stored.id }
    const user = users.get(user_external_id)
    if (!user) throw new Error('The person of a membership has no id')
    if (!stored && (await isOfDeletedUser(call, user, changedAt))) return { outcome: 'unchanged', id: null }
    const membership = (await memberships.priced(call, [membership_id])).get(membership_id)
    if (!membership) {
      throw invalid([{ path: 'membership_id', message: membershipIntakeMessages.unknownMembership }])
    }
    const values = {
      user_id: user.user_id,
      membership_id,
      starts_at: new Date(record.starts_at),
      ends_at: dateOf(record.ends_at),
      cancelled_at: dateOf(record.cancelled_at),
      order_reference: record.order_reference ?? null,
    }
    const audit = { entityType: 'membership-held', label: membership.title, after: values } as const
    if (!stored) {
      const id = newId()
      const row = { id, external_id, ...values, source_changed_at: changedAt, updated_at: call.now }
      // Another call has just stored it.
      if (!(await insertHeld(call.db, row))) return storeOne(call, record, users)
      await recordAudit(call, { action: 'membership-held.create', entityId: id, ...audit })
      return { outcome: 'created', id }
    }
    const { id } = stored
    const isChanged = differs(values, stored)
    await updateHeld(call.db, id, {
      source_changed_at: changedAt,
      ...(isChanged && { ...values, updated_at: call.now }),
    })
    if (!isChanged) return { outcome: 'unchanged', id }
    const before = Object.fromEntries(
      Object.keys(values).map((name) => [name, stored[name as keyof typeof values]]),
    )
    await recordAudit(call, { action: 'membership-held.update', entityId: id, ...audit, before })
    return { outcome: 'changed', id }
  }

  return {
    /** Stores records in a transaction. */
    async store(call: Call, records: MembershipRecord[]): Promise<Stored[]> {
      // Sorted, and before everything else, as in all calls: two calls that add people cannot deadlock.
      const people = [...new Set(records.map(({ user_external_id }) => user_external_id))].sort()
      const users = await knownUsers(call.db, people)
      return oneByOne<MembershipRecord>((inside, record) => storeOne(inside, record, users))(call, records)
    },
  }
}

/** Tells whether a membership from before the deletion of its person comes after it: that one has ended (OQ-401). */
async function isOfDeletedUser({ db }: Call, user: KnownUser, changedAt: Date): Promise<boolean> {
  if (user.source_changed_at === null || changedAt > user.source_changed_at) return false
  return (await lockAccount(db, user.user_id)) === undefined
}

function dateOf(text: string | undefined): Date | null {
  return text === undefined ? null : new Date(text)
}
