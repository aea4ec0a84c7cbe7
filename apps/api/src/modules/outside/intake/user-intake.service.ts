import { type UserRecord, userIntakeMessages } from '@greenroom/contract/outside/intake/user-intake.schema'
import { type AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import { differs } from '../../../platform/database/records.ts'
import { nameOf } from '../../community/user/user.service.ts'
import type { UserRemoval } from '../../community/user/user-removal.service.ts'
import type { Stored } from './intake-batch.ts'
import { pastTime } from './intake-time.ts'
import {
  adoptAccount,
  insertAccount,
  type KnownUser,
  knownUsers,
  lockAccount,
  lockKnownUser,
  noteSent,
  type SentUser,
  updateAccount,
  updateKnownUser,
} from './user-intake.repository.ts'

type Outcome = Exclude<Stored, AppError>

/** Returns the ids of accounts by external id; the account itself may come later. */
export async function accountIdsOf(call: Call, externalIds: readonly string[]): Promise<Map<string, string>> {
  const known = await knownUsers(call.db, [...new Set(externalIds)].sort())
  return new Map([...known].map(([id, { user_id }]) => [id, user_id]))
}

/** People as another system sends them (OQ-400, OQ-401). */
export function createUserIntake({ removal }: { removal: UserRemoval }) {
  /** Returns the id of the record's account, which need not exist. */
  async function accountIdOf(call: Call, record: UserRecord, known: KnownUser): Promise<string> {
    const { _id: id, external_id } = record
    if (id === undefined || id === known.user_id) return known.user_id
    const refuse = (message: string) => invalid([{ path: '_id', message }])
    if (known.source_changed_at !== null) throw refuse(userIntakeMessages.otherAccount)
    const account = isRecordId(id) ? await lockAccount(call.db, id) : undefined
    if (!account) throw refuse(userIntakeMessages.unknownAccount)
    if (account.external_id !== null) throw refuse(userIntakeMessages.takenAccount)
    await adoptAccount(call.db, external_id, { from: known.user_id, to: id })
    return id
  }

  async function save(call: Call, record: UserRecord, id: string): Promise<Outcome> {
    const { external_id } = record
    const sent = recordOf(record)
    const account = await lockAccount(call.db, id)
    const created_at =
      record.created_at === undefined
        ? (account?.created_at ?? call.now)
        : pastTime(call, 'created_at', record.created_at)
    const values = { ...sent, external_id, created_at }
    const audit = {
      entityType: 'user',
      entityId: id,
      label: nameOf(sent),
      after: { ...sent, external_id },
    } as const
    if (!account) {
      await insertAccount(call.db, { id, ...values, updated_at: call.now })
      await recordAudit(call, { action: 'user.create', ...audit })
      return { outcome: 'created', id }
    }
    if (!differs(values, account)) return { outcome: 'unchanged', id }
    await updateAccount(call.db, id, { ...values, updated_at: call.now })
    const { external_id: externalBefore } = account
    await recordAudit(call, {
      action: 'user.update',
      ...audit,
      before: { ...sentOf(account), external_id: externalBefore },
    })
    return { outcome: 'changed', id }
  }

  return {
    /**
     * Creates, changes or deletes a person. A record that is not newer than what is stored changes nothing.
     * @throws AppError VALIDATION or WRONG_STATE
     */
    async store(call: Call, record: UserRecord): Promise<Outcome> {
      const changedAt = pastTime(call, 'changed_at', record.changed_at)
      const known = await lockKnownUser(call.db, record.external_id)
      if (known.source_changed_at !== null && changedAt <= known.source_changed_at) {
        const account = await lockAccount(call.db, known.user_id)
        return { outcome: 'unchanged', id: account?.id ?? null }
      }
      if (known.merged_at !== null && (await lockAccount(call.db, known.user_id))) {
        // Staff chose which details stay, and another id of the person speaks for the account now.
        await noteSent(call.db, record.external_id, changedAt)
        return { outcome: 'unchanged', id: known.user_id }
      }
      const id = await accountIdOf(call, record, known)
      if (record.deleted) {
        const isRemoved = await removal.remove(call, id, changedAt, { toBin: false })
        return { outcome: isRemoved ? 'changed' : 'unchanged', id: null }
      }
      const outcome = await save(call, record, id)
      await updateKnownUser(call.db, record.external_id, changedAt)
      return outcome
    },
  }
}

/** The fields of an account, of which some may be missing. */
type Sendable = { [Name in keyof SentUser]?: SentUser[Name] | undefined }

/** Returns the whole person as a record describes it. */
function recordOf({ email_verified, phone_verified, ...record }: UserRecord): SentUser {
  return sentOf({ ...record, is_email_verified: email_verified, is_phone_verified: phone_verified })
}

/** Returns the whole person: what is left out is empty, and nothing that is empty is verified. */
function sentOf({
  first_name = '',
  last_name = '',
  email = '',
  phone = '',
  username = '',
  designation = '',
  description = '',
  is_email_verified = false,
  is_phone_verified = false,
}: Sendable): SentUser {
  return {
    first_name,
    last_name,
    email,
    phone,
    username,
    designation,
    description,
    is_email_verified: is_email_verified && email !== '',
    is_phone_verified: is_phone_verified && phone !== '',
  }
}
