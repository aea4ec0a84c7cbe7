import { createHash } from 'node:crypto'
import { type PersonComparison, readPersonKey } from '@greenroom/contract/people/person/person.schema'
import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import type { Settings } from '../../../settings.ts'
import { anchorsOf, findOpenErasure, lockErasures } from './erasure.repository.ts'
import { shareContact } from './person.repository.ts'
import { countMoved, lockAccounts, lockPosts, type Mover } from './person-merge.repository.ts'
import { type MergeChoice, type MergeFiles, moveAll, movedTotal, type Side } from './person-move.service.ts'
import { firstSeen } from './person-page.repository.ts'
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

/** Compares two records of one person, and merges them (OQ-469, OQ-470). */
export function createPersonMergeService({
  pages,
  files,
  settings,
}: {
  pages: Pick<PersonPageService, 'find'>
  files: MergeFiles
  settings: Pick<Settings, 'ADMIN_POST_USER_ID'>
}) {
  async function sideOf(call: Call, key: string): Promise<Side> {
    const { subject, accounts, person } = await pages.find(call, key)
    const [account] = accounts
    const mover: Mover = { subject, account: account?.id }
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
    if (!(await shareContact(call.db, kept.subject.persons, other.subject.persons)))
      return mergeMessages.different
    for (const { subject } of [kept, other]) {
      if (await findOpenErasure(call.db, await anchorsOf(call.db, subject))) return mergeMessages.erasing
    }
    return movedTotal(other.shown.counts) > mostMoved ? mergeMessages.tooMany : null
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
      choice: MergeChoice & { compared: string },
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
      await moveAll(call, files, { account: kept.account, kept, other, choice })
      return { person: kept.person }
    },
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
