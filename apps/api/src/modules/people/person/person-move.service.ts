import {
  type ComparedPerson,
  type MovedKind,
  movedKinds,
} from '@greenroom/contract/people/person/person.schema'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { newId } from '../../../platform/database/record-id.ts'
import type { Files } from '../../../platform/files/files.ts'
import {
  deleteMergedAccount,
  insertMerged,
  isPictureShown,
  type Mover,
  mergePeople,
  moveExternalIds,
  moveReactions,
  moveRecords,
  updateKept,
} from './person-merge.repository.ts'
import type { AccountRow } from './person-page.repository.ts'
import type { Subject } from './person-subject.ts'

/** One of two records, with all that its side of the comparison needs. */
export interface Side {
  person: string
  account: AccountRow | undefined
  subject: Subject
  mover: Mover
  details: { first_name: string; last_name: string; email: string; phone: string; username: string }
  shown: ComparedPerson
}

type Choice = 'kept' | 'other'

/** Which of two records gives each detail. */
export interface MergeChoice {
  name_from: Choice
  email_from: Choice
  phone_from: Choice
}

export type MergeFiles = Pick<Files, 'releaseAll'>

/** Moves everything that names another record to an account, and writes the audit entry. */
export async function moveAll(
  call: Call,
  files: MergeFiles,
  { account, kept, other, choice }: { account: AccountRow; kept: Side; other: Side; choice: MergeChoice },
): Promise<void> {
  const { db, now } = call
  const merged = other.account
  const mergedId = merged?.id ?? newId()
  const [person = ''] = kept.subject.persons
  await moveRecords(db, other.mover, { person, account: account.id }, now)
  // A link of the other account is taken over if the kept one has none: it then goes on changing the account.
  const isLinkTaken = account.external_id === null && merged !== undefined && merged.external_id !== null
  if (merged) {
    await moveReactions(db, merged.id, account.id)
    await moveExternalIds(db, { from: merged.id, kept: account.id, mergedAt: isLinkTaken ? null : now })
    await deleteMergedAccount(db, merged.id)
  }
  await mergePeople(db, other.subject.persons, person)
  await insertMerged(db, {
    id: mergedId,
    kept_id: account.id,
    first_name: other.details.first_name,
    last_name: other.details.last_name,
    email: other.details.email,
    phone: other.details.phone,
    merged_by: call.actor.email,
    merged_at: now,
  })
  const from = (which: Choice) => (which === 'kept' ? account : other.details)
  const { first_name, last_name } = from(choice.name_from)
  const values = {
    first_name,
    last_name,
    email: from(choice.email_from).email,
    phone: from(choice.phone_from).phone,
  }
  await updateKept(db, account.id, {
    ...values,
    updated_at: now,
    ...(merged && {
      username: account.username || merged.username,
      designation: account.designation || merged.designation,
      description: account.description || merged.description,
      created_at: merged.created_at < account.created_at ? merged.created_at : account.created_at,
      is_opc: account.is_opc || merged.is_opc,
      post_count: account.post_count + merged.post_count,
      profile_picture_key: account.profile_picture_key ?? merged.profile_picture_key,
      ...(isLinkTaken && { external_id: merged.external_id }),
    }),
  })
  const picture = merged?.profile_picture_key
  if (picture && !(await isPictureShown(db, picture))) await files.releaseAll(db, [picture])
  await recordAudit(call, {
    action: 'user.merge',
    entityType: 'user',
    entityId: account.id,
    label: `${first_name} ${last_name}`.trim(),
    before: {
      first_name: account.first_name,
      last_name: account.last_name,
      email: account.email,
      phone: account.phone,
    },
    after: {
      ...values,
      merged_id: mergedId,
      merged_name: `${other.details.first_name} ${other.details.last_name}`.trim(),
      merged_email: other.details.email,
      merged_phone: other.details.phone,
      moved: movedTotal(other.shown.counts),
    },
  })
}

export function movedTotal(counts: Record<MovedKind, number>): number {
  return movedKinds.reduce((total, kind) => total + counts[kind], 0)
}
