import { createHash } from 'node:crypto'
import {
  type ComparedPerson,
  type PersonComparison,
  type PersonMove,
  timelineKindNames,
  undoDays,
} from '@greenroom/contract/people/person/person.schema'
import { AppError, invalid, notFound } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isRecordId, newId } from '../../../platform/database/record-id.ts'
import { anchorsOf, findOpenErasure, lockErasures } from './erasure.repository.ts'
import { subjectOf } from './find-subject.ts'
import { peopleWith } from './person.repository.ts'
import {
  forgetApart,
  type Identifier,
  type IdentifierRow,
  identifiersOf,
  insertMove,
  joinPeople,
  keepApart,
  lockJoining,
  lockMove,
  markUndone,
  partPeople,
  splitOff,
} from './person-move.repository.ts'
import { countEntries } from './person-page.repository.ts'
import { type FoundPage, type PersonPageService, present } from './person-page.service.ts'

const messages = {
  one: 'These records already belong to one person.',
  erasing: 'One of these people is being erased right now.',
  stale: 'One of these records has changed. Compare them again.',
  late: 'This can no longer be undone.',
  mergedSince: 'This person was merged into somebody else since. Undo that first.',
  unknown: 'This person is no longer found by one of these. Open the page again.',
  all: 'Leave this person something to be found by.',
  ofAccount: 'This belongs to an account. Choose the account as well.',
} as const

const undoMs = undoDays * 24 * 3_600_000

/**
 * Merges people, and splits somebody off. Both move what people are found by: merged people keep their records and lead
 * to the one who stays. Both can be undone (OQ-470, OQ-727, OQ-728).
 */
export function createPersonMergeService({ pages }: { pages: Pick<PersonPageService, 'find'> }) {
  /** What changes whom records are about, and requests for erasures, wait for each other until the transaction ends. */
  async function lock({ db }: Call): Promise<void> {
    await lockErasures(db)
    await lockJoining(db)
  }

  async function isBeingErased({ db }: Call, found: Pick<FoundPage, 'subject'>): Promise<boolean> {
    return (await findOpenErasure(db, await anchorsOf(db, found.subject))) !== undefined
  }

  async function compare(call: Call, keptKey: string, otherKey: string) {
    const kept = await pages.find(call, keptKey)
    const other = await pages.find(call, otherKey)
    const shownOf = async ({
      subject,
      accounts,
      person,
      since,
      name,
    }: FoundPage): Promise<ComparedPerson> => ({
      person,
      has_account: accounts.length > 0,
      name,
      emails: present(subject, subject.emails),
      phones: present(subject, subject.phones),
      since: since?.toISOString() ?? null,
      counts: await countEntries(call.db, subject, timelineKindNames),
    })
    const shown = { kept: await shownOf(kept), other: await shownOf(other) }
    const problem =
      kept.person === other.person
        ? messages.one
        : (await isBeingErased(call, kept)) || (await isBeingErased(call, other))
          ? messages.erasing
          : null
    const compared = createHash('sha256').update(JSON.stringify(shown)).digest('hex')
    const comparison: PersonComparison = { ...shown, problem, compared }
    return { kept, other, comparison }
  }

  /** Records a merge or a split, which can be undone, with its entry in the history. @returns its id */
  async function record(
    call: Call,
    kind: 'merge' | 'split',
    { person, kept }: { person: string; kept: string },
  ): Promise<string> {
    const id = newId()
    await insertMove(call.db, {
      id,
      kind,
      person_id: person,
      kept_id: kept,
      made_by: call.actor.email,
      made_at: call.now,
      undoable_until: new Date(call.now.getTime() + undoMs),
    })
    await audit(call, kind, await rootOf(call, kept), { other: `person.${person}` })
    return id
  }

  /** Without names and contacts, which an erasure would have to find here as well. */
  async function audit(
    call: Call,
    action: 'merge' | 'split' | 'undo-merge' | 'undo-split' | 'keep-apart' | 'point-out',
    person: string,
    after: object,
  ): Promise<void> {
    await recordAudit(call, {
      action: `person.${action}`,
      entityType: 'person',
      entityId: `person.${person}`,
      label: null,
      after: { ...after },
    })
  }

  const rootOf = async ({ db }: Call, person: string): Promise<string> =>
    (await peopleWith(db, person))[0] ?? person

  return {
    /** Compares two people, and says why they cannot be merged. @throws AppError NOT_FOUND */
    async compare(call: Call, kept: string, other: string): Promise<PersonComparison> {
      return (await compare(call, kept, other)).comparison
    },

    /**
     * Merges another person into one. A repeated merge changes nothing.
     * @throws AppError NOT_FOUND; WRONG_STATE if they cannot be merged; STALE with the current comparison if one of
     * them changed since it was compared
     */
    async merge(
      call: Call,
      keptKey: string,
      otherKey: string,
      { compared }: { compared: string },
    ): Promise<PersonMove> {
      await lock(call)
      const { kept, other, comparison } = await compare(call, keptKey, otherKey)
      if (kept.person === other.person) return { person: kept.person, move: null }
      if (comparison.problem !== null) throw new AppError('WRONG_STATE', comparison.problem)
      if (comparison.compared !== compared) throw new AppError('STALE', messages.stale, { data: comparison })
      await joinPeople(call.db, other.root, kept.root)
      return {
        person: kept.person,
        move: await record(call, 'merge', { person: other.root, kept: kept.root }),
      }
    },

    /** Lists by what a person is found. @throws AppError NOT_FOUND */
    async identifiers(call: Call, key: string): Promise<IdentifierRow[]> {
      return identifiersOf(call.db, (await pages.find(call, key)).subject)
    },

    /**
     * Makes somebody new of some of what a person is found by, and of the records that came with it. An account takes its
     * address and its phone along. Orders of an account stay the account's.
     * @throws AppError NOT_FOUND, VALIDATION, WRONG_STATE while the person is being erased
     */
    async split(call: Call, key: string, chosen: readonly Identifier[]): Promise<PersonMove> {
      await lock(call)
      const found = await pages.find(call, key)
      if (await isBeingErased(call, found)) throw new AppError('WRONG_STATE', messages.erasing)
      const known = await identifiersOf(call.db, found.subject)
      const refuse = (message: string) => invalid([{ path: 'identifiers', message }])
      const isChosen = (one: Identifier) =>
        chosen.some(({ kind, value }) => kind === one.kind && value === one.value)
      const taken = known.filter(
        (one) =>
          isChosen(one) || (one.account_id !== null && isChosen({ kind: 'account', value: one.account_id })),
      )
      if (chosen.some((one) => !taken.some(({ kind, value }) => kind === one.kind && value === one.value))) {
        throw refuse(messages.unknown)
      }
      if (taken.length === known.length) throw refuse(messages.all)
      if (taken.some(({ account_id: value }) => value !== null && !isChosen({ kind: 'account', value }))) {
        throw refuse(messages.ofAccount)
      }
      const { person, off } = await splitOff(call.db, found.subject, taken)
      await keepApart(call.db, person, off, { by: call.actor.email, at: call.now })
      return { person: `person.${person}`, move: await record(call, 'split', { person, kept: off }) }
    },

    /**
     * Undoes a merge or a split. A repeated call changes nothing.
     * @throws AppError NOT_FOUND; WRONG_STATE if it is too late, or one of the people is being erased
     */
    async undo(call: Call, id: string): Promise<{ person: string }> {
      await lock(call)
      const move = isRecordId(id) ? await lockMove(call.db, id) : undefined
      if (!move) throw notFound('This merge or split does not exist')
      const { kind, person_id: other } = move
      const kept = await rootOf(call, move.kept_id)
      const back = { person: `person.${kept}` }
      if (move.undone_at !== null) return back
      if (move.undoable_until <= call.now) throw new AppError('WRONG_STATE', messages.late)
      for (const person of [kept, other]) {
        const subject = await subjectOf(call.db, await peopleWith(call.db, person))
        if (await isBeingErased(call, { subject })) throw new AppError('WRONG_STATE', messages.erasing)
      }
      if (kind === 'merge') {
        await partPeople(call.db, other)
        await keepApart(call.db, other, kept, { by: call.actor.email, at: call.now })
      } else {
        const root = await rootOf(call, other)
        if (root !== other && root !== kept) throw new AppError('WRONG_STATE', messages.mergedSince)
        if (root !== kept) await joinPeople(call.db, other, move.kept_id)
      }
      await markUndone(call.db, id, { by: call.actor.email, at: call.now })
      await audit(call, kind === 'merge' ? 'undo-merge' : 'undo-split', kept, { other: `person.${other}` })
      return back
    },

    /** Remembers that two people are not one. @throws AppError NOT_FOUND, WRONG_STATE if they are */
    async apart(call: Call, key: string, otherKey: string): Promise<void> {
      await lock(call)
      const [one, other] = [await pages.find(call, key), await pages.find(call, otherKey)]
      if (one.root === other.root) throw new AppError('WRONG_STATE', messages.one)
      await keepApart(call.db, one.root, other.root, { by: call.actor.email, at: call.now })
      await audit(call, 'keep-apart', one.root, { other: other.person })
    },

    /** Takes back that two people are not one. @throws AppError NOT_FOUND */
    async pointOut(call: Call, key: string, otherKey: string): Promise<void> {
      const [one, other] = [await pages.find(call, key), await pages.find(call, otherKey)]
      await forgetApart(call.db, one.subject.persons, other.subject.persons)
      await audit(call, 'point-out', one.root, { other: other.person })
    },
  }
}
