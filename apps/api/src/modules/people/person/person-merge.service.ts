import { createHash } from 'node:crypto'
import {
  type ComparedPerson,
  type MovedKind,
  movedKinds,
  type PersonComparison,
  readPersonKey,
  type SamePerson,
} from '@greenroom/contract/people/person/person.schema'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { indexedDigits } from '../../../platform/database/phone-search.ts'
import { newId } from '../../../platform/database/record-id.ts'
import type { Files } from '../../../platform/files/files.ts'
import type { Settings } from '../../../settings.ts'
import { anchorsOf, findOpenErasure, lockErasures } from './erasure.repository.ts'
import { subjectOf } from './find-subject.ts'
import { findByPhone } from './person.repository.ts'
import {
  countMoved,
  deleteMergedAccount,
  insertMerged,
  isPictureShown,
  lockAccounts,
  lockPosts,
  type Mover,
  moveExternalIds,
  moveReactions,
  moveRecords,
  updateKept,
} from './person-merge.repository.ts'
import { type AccountRow, accountsOfPerson, firstSeen } from './person-page.repository.ts'
import type { PersonPageService } from './person-page.service.ts'
import type { Subject } from './person-subject.ts'

const mergeMessages = {
  one: 'These records already belong to one person.',
  noAccount: 'The record to keep has no account. Keep the other one.',
  author:
    'The provider’s own posts are written in the name of this account. Keep it, and merge the other one.',
  erasing: 'One of these people is being erased right now.',
  different: 'These records share neither an e-mail address nor a phone number.',
  tooMany: 'There are too many records to move at once. Ask whoever runs Greenroom.',
  stale: 'One of these records has changed. Compare them again.',
} as const

/** One transaction moves all rows, and holds their locks meanwhile. */
const mostMoved = 5_000
const mostSame = 10
const mostPhones = 3

/** One of two records, with all that its side of the comparison needs. */
interface Side {
  person: string
  account: AccountRow | undefined
  subject: Subject
  mover: Mover
  details: { first_name: string; last_name: string; email: string; phone: string; username: string }
  shown: ComparedPerson
}

type Choice = 'kept' | 'other'

/** Finds records of one person, and merges them (OQ-469, OQ-470). */
export function createPersonMergeService({
  pages,
  files,
  settings,
}: {
  pages: Pick<PersonPageService, 'find'>
  files: Pick<Files, 'releaseAll'>
  settings: Pick<Settings, 'ADMIN_POST_USER_ID'>
}) {
  async function sideOf(call: Call, key: string): Promise<Side> {
    const { subject, accounts, person } = await pages.find(call, key)
    const [account] = accounts
    const mover: Mover = account ? { account: account.id } : { guest: subject }
    const details = account ?? guestDetails(subject)
    const since = account?.created_at ?? (await firstSeen(call.db, subject))
    const { first_name, last_name, email, phone, username } = details
    return {
      person,
      account,
      subject,
      mover,
      details: { first_name, last_name, email, phone, username },
      shown: {
        person,
        has_account: account !== undefined,
        first_name,
        last_name,
        email,
        phone,
        username,
        is_synced: account !== undefined && account.external_id !== null,
        since: since?.toISOString() ?? null,
        counts: await countMoved(call.db, mover),
      },
    }
  }

  async function problemOf(call: Call, kept: Side, other: Side): Promise<string | null> {
    if (kept.person === other.person) return mergeMessages.one
    if (kept.account === undefined) return mergeMessages.noAccount
    if (other.account?.id === settings.ADMIN_POST_USER_ID) return mergeMessages.author
    if (!sharesDetail(kept.subject, other.subject)) return mergeMessages.different
    for (const { subject } of [kept, other]) {
      if (await findOpenErasure(call.db, await anchorsOf(call.db, subject))) return mergeMessages.erasing
    }
    return sum(other.shown.counts) > mostMoved ? mergeMessages.tooMany : null
  }

  async function compare(call: Call, keptKey: string, otherKey: string) {
    const kept = await sideOf(call, keptKey)
    const other = await sideOf(call, otherKey)
    const comparison: PersonComparison = {
      kept: kept.shown,
      other: other.shown,
      problem: await problemOf(call, kept, other),
      compared: tokenOf(kept, other),
    }
    return { kept, other, comparison }
  }

  return {
    /** Lists other records with an e-mail address or a phone of this person. @throws AppError NOT_FOUND */
    async same(call: Call, key: string): Promise<SamePerson[]> {
      const { subject, accounts, person } = await pages.find(call, key)
      const found: SamePerson[] = accounts.slice(1).map((account) => ({
        person: `user.${account.id}`,
        name: `${account.first_name} ${account.last_name}`.trim(),
        email: account.email,
        phone: account.phone,
        has_account: true,
        shares: 'email',
      }))
      const keysOf = ({ users, emails }: Subject) => [...users, ...emails.map((one) => one.toLowerCase())]
      const seen = new Set([person, ...keysOf(subject)])
      for (const digits of [...new Set(subject.phones.map(lastDigits))]
        .filter(Boolean)
        .slice(0, mostPhones)) {
        for (const row of await findByPhone(call.db, digits)) {
          if (found.length >= mostSame) return found
          // Staff who give sessions and advise are not records of buyers.
          if (row.kind === 'creator' || row.kind === 'advisor') continue
          const other = await subjectOf(call.db, row)
          const keys = keysOf(other)
          if (keys.length === 0 || keys.some((one) => seen.has(one))) continue
          for (const one of keys) seen.add(one)
          const [account] = await accountsOfPerson(call.db, other)
          found.push({
            person: account ? `user.${account.id}` : `${row.kind}.${row.id}`,
            name: account ? `${account.first_name} ${account.last_name}`.trim() : row.name,
            email: account?.email ?? row.email,
            phone: account?.phone ?? row.phone,
            has_account: account !== undefined,
            shares: 'phone',
          })
        }
      }
      return found
    },

    /** Compares two records, and says why they cannot be merged. @throws AppError NOT_FOUND */
    async compare(call: Call, kept: string, other: string): Promise<PersonComparison> {
      return (await compare(call, kept, other)).comparison
    },

    /**
     * Merges another record into an account: everything that names it moves, and its ids lead to the account. Nothing
     * takes it back. A repeated merge changes nothing.
     * @throws AppError NOT_FOUND; WRONG_STATE if they cannot be merged; STALE with the current comparison if one of
     * them changed since it was compared
     */
    async merge(
      call: Call,
      keptKey: string,
      otherKey: string,
      choice: { compared: string; name_from: Choice; email_from: Choice; phone_from: Choice },
    ): Promise<{ person: string }> {
      // Merges and requests for erasures wait for each other, so that no two of them see half of the other's work.
      await lockErasures(call.db)
      const ids = [keptKey, otherKey].flatMap((key) => {
        const anchor = readPersonKey(key)
        return anchor?.kind === 'user' ? [anchor.id] : []
      })
      const before = await compare(call, keptKey, otherKey)
      if (before.kept.person === before.other.person) return { person: before.kept.person }
      const accounts = [before.kept, before.other].flatMap(({ account }) => account?.id ?? [])
      await lockAccounts(call.db, [...new Set([...ids, ...accounts])])
      if (accounts.length > 0) await lockPosts(call.db, accounts)
      const { kept, other, comparison } = await compare(call, keptKey, otherKey)
      if (comparison.problem !== null) throw new AppError('WRONG_STATE', comparison.problem)
      if (comparison.compared !== choice.compared || kept.account === undefined) {
        throw new AppError('STALE', mergeMessages.stale, { data: comparison })
      }
      await moveAll(call, kept.account, other, choice)
      return { person: kept.person }
    },
  }

  async function moveAll(
    call: Call,
    account: AccountRow,
    other: Side,
    choice: { name_from: Choice; email_from: Choice; phone_from: Choice },
  ): Promise<void> {
    const { db, now } = call
    const merged = other.account
    const mergedId = merged?.id ?? newId()
    await moveRecords(db, other.mover, account.id, now)
    // A link of the other account is taken over if the kept one has none: it then goes on changing the account.
    const isLinkTaken = account.external_id === null && merged !== undefined && merged.external_id !== null
    if (merged) {
      await moveReactions(db, merged.id, account.id)
      await moveExternalIds(db, { from: merged.id, kept: account.id, mergedAt: isLinkTaken ? null : now })
      await deleteMergedAccount(db, merged.id)
    }
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
        moved: sum(other.shown.counts),
      },
    })
  }
}

/** Returns what orders and bookings say of somebody without an account. */
function guestDetails({ names, emails, phones }: Subject) {
  const words = (names[0] ?? '').split(' ')
  const last_name = words.length > 1 ? (words.pop() ?? '') : ''
  return {
    first_name: words.join(' '),
    last_name,
    email: emails[0] ?? '',
    phone: phones[0] ?? '',
    username: '',
  }
}

/** Returns the digits by which a phone is compared; an empty text for one with fewer. */
function lastDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '').slice(-indexedDigits)
  return digits.length === indexedDigits ? digits : ''
}

function sharesDetail(one: Subject, other: Subject): boolean {
  const emails = new Set(one.emails.map((email) => email.toLowerCase()))
  const phones = new Set(one.phones.map(lastDigits).filter(Boolean))
  return (
    other.emails.some((email) => emails.has(email.toLowerCase())) ||
    other.phones.some((phone) => phones.has(lastDigits(phone)))
  )
}

function sum(counts: Record<MovedKind, number>): number {
  return movedKinds.reduce((total, kind) => total + counts[kind], 0)
}

/** Returns a text that differs once either record has other details or other records. */
function tokenOf(kept: Side, other: Side): string {
  const state = [kept, other].map(({ person, details, account, shown }) => [
    person,
    details,
    account?.updated_at ?? null,
    account?.external_id ?? null,
    shown.counts,
  ])
  return createHash('sha256').update(JSON.stringify(state)).digest('hex')
}
