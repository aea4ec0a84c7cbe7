import { createErasure } from '@greenroom/contract/people/person/personal-data.endpoints'
import { erasureSteps, readAnchor } from '@greenroom/contract/people/person/personal-data.schema'
import type { Logger } from 'pino'
import type { Requesters } from '../../../platform/access/requesters.ts'
import { AppError } from '../../../platform/app-error.ts'
import { systemActor } from '../../../platform/audit/actor.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { requireOwnStore } from '../../../platform/files/file-store-owner.ts'
import { enqueue, type JobContext } from '../../../platform/jobs/job-runner.ts'
import { foldOrders } from '../../money/transaction/report-sums.service.ts'
import { allDetailsPattern, identifyingPattern, ownDetailsPattern } from './detail-patterns.ts'
import {
  blankDocuments,
  deletePeople,
  type ErasureRow,
  findErasure,
  finishErasure,
  hasRecords,
  jobKeyOf,
  lockOpenErasure,
  recordProblem,
  recordProgress,
  refuseErasure,
  startErasure,
} from './erasure.repository.ts'
import { addToErasureList } from './erasure-list.ts'
import type { Erasing } from './erasure-rows.repository.ts'
import type { ErasureSteps } from './erasure-steps.service.ts'
import { findSubject, subjectOf as subjectOfPeople } from './find-subject.ts'
import { detailsOfOthers, findPersonOf, peopleWith } from './person.repository.ts'
import type { PersonService } from './person.service.ts'
import { identifiersOf, identifiersOfRecords, lockJoining, splitOff } from './person-move.repository.ts'
import { nobody, type Subject } from './person-subject.ts'

export const eraseTask = 'erase-person'
/** One at a time for all processes: each one rewrites the list in the file store. */
const erasureQueue = 'erasures'

/** Only the signal of a job is needed here, so that a command can run an erasure as well. */
type Running = Pick<JobContext, 'signal'>

/** Enqueues the job of an erasure in the caller's transaction. */
export function enqueueErasure(db: Call['db'], id: string): Promise<void> {
  return enqueue(db, { task: eraseTask, payload: { id }, key: jobKeyOf(id), queue: erasureQueue })
}

/** Erases people by a job, in batches that can be repeated. */
export function createErasureRuns({
  people,
  steps,
  store,
  requesters,
  log,
}: {
  /** Absent in a command, which repeats erasures that were done before. */
  people?: Pick<PersonService, 'blockers'>
  steps: ErasureSteps
  store: FileStore
  requesters: Requesters
  log: Logger
}) {
  /** Returns why an erasure may not begin; null if it may. One that has begun always ends. */
  async function refusalOf(
    call: Call,
    { requested_by_id }: ErasureRow,
    subject: Subject,
  ): Promise<string | null> {
    if (requested_by_id === null) return null
    try {
      await requesters.require(call.db, requested_by_id, createErasure.permissions)
      // An order may have come since it was requested.
      return (await people?.blockers(call, subject))?.[0]?.message ?? null
    } catch (error) {
      if (error instanceof AppError && error.code === 'FORBIDDEN') return error.message
      throw error
    }
  }

  /** Does the next part. @returns whether more is to do */
  async function advance(outer: Call, id: string): Promise<boolean> {
    const row = await findErasure(outer.db, id)
    if (!row || row.state === 'erased' || row.state === 'refused') return false
    const { step, subject } = row
    // One that began before people were records begins again.
    const isOld = (one: ErasureRow) => one.subject !== null && !one.subject.persons
    if (row.state === 'waiting' || isOld(row)) {
      await callInTransaction(outer, async (call) => {
        const locked = await lockOpenErasure(call.db, id)
        if (!locked || !(locked.state === 'waiting' || isOld(locked))) return
        // Whom the intake merges with the person from now on is somebody else.
        await lockJoining(call.db)
        const found = await subjectOf(call, locked)
        const refusal = locked.state === 'waiting' ? await refusalOf(call, locked, found) : null
        if (refusal !== null) return refuse(call, locked, refusal)
        await startErasure(call.db, id, found, erasureSteps[0])
      })
      return true
    }
    if (step === null || subject === null) return finish(outer, row)
    const erasing = erasingOf(id, subject)
    await steps.prepare(outer, step, erasing)
    await callInTransaction(outer, async (call) => {
      const locked = await lockOpenErasure(call.db, id)
      // Another run of the job, which was taken for dead, may have been faster.
      if (locked?.step !== step || locked.audit_cursor !== row.audit_cursor) return
      const { counts, isLast, cursor = null } = await steps.perform[step](call, erasing, locked.audit_cursor)
      const next = isLast ? (erasureSteps[erasureSteps.indexOf(step) + 1] ?? null) : step
      await recordProgress(call.db, id, { counts, step: next, cursor: isLast ? null : cursor })
    })
    return true
  }

  /** Ends an erasure. @returns whether more is to do: records of the person came meanwhile */
  async function finish(
    outer: Call,
    { id, requested_by, requested_at, anchors, subject }: ErasureRow,
  ): Promise<boolean> {
    const persons = subject?.persons ?? []
    if (subject && (await hasRecords(outer.db, persons))) {
      await callInTransaction(outer, async (call) => {
        // Another run of the job may have ended it.
        if (!(await lockOpenErasure(call.db, id))) return
        await startErasure(
          call.db,
          id,
          both(subject, await subjectOfPeople(call.db, persons)),
          erasureSteps[0],
        )
      })
      return true
    }
    await requireOwnStore(outer.db, store)
    // Changes of orders that wait to be counted, and the days of buyers, still have the ids of the erased accounts.
    await foldOrders(outer.db, log)
    // Before the commit: after a failure in between, the next attempt adds nothing.
    await addToErasureList(store, [{ id, requested_by, requested_at: requested_at.toISOString(), anchors }])
    await callInTransaction(outer, async (call) => {
      const row = await lockOpenErasure(call.db, id)
      if (!row) return
      await deletePeople(call.db, persons)
      const { blanked, until } = await blankDocuments(call.db, id)
      await recordProgress(call.db, id, { counts: { document: blanked }, step: null, cursor: null })
      await finishErasure(call.db, id, { now: call.now, documentsUntil: until })
      await recordAudit(
        { ...call, actor: systemActor },
        {
          action: 'personal-data.erased',
          entityType: 'erasure',
          entityId: id,
          label: null,
          after: { ...row.counts, documents_until: until },
        },
      )
    })
    return false
  }

  return {
    /** The job: erases a person. After a crash it continues with the batch that was not committed. */
    async run(call: Call, payload: unknown, { signal }: Running): Promise<void> {
      const { id } = payload as { id: string }
      try {
        while (await advance(call, id)) signal.throwIfAborted()
      } catch (error) {
        if (!signal.aborted) {
          await recordProblem(call.db, id, 'A part of it failed. It is tried again automatically.')
        }
        throw error
      }
    },
  }
}

function erasingOf(id: string, subject: Subject): Erasing {
  // An erasure that began before an upgrade lacks what was added since.
  const known = { ...nobody, ...subject }
  const isOwn = (text: string) => !known.shared.includes(text)
  // In texts about others an address that they share stays theirs.
  const alone = { ...known, emails: known.emails.filter(isOwn), phones: known.phones.filter(isOwn) }
  return {
    id,
    subject: alone,
    identifying: identifyingPattern(alone),
    details: allDetailsPattern(alone),
    own: ownDetailsPattern(known),
  }
}

/** Returns the person's details, and which of them other people have as well. */
async function subjectOf(call: Call, row: ErasureRow): Promise<Subject> {
  // A request from before an upgrade does not know the person; details can have come since.
  const known = row.subject?.persons
    ? await subjectOfPeople(call.db, await allWith(call.db, row.subject.persons))
    : await findAgain(call, row.anchors)
  const subject = both(row.subject ?? nobody, known)
  return { ...subject, shared: await detailsOfOthers(call.db, subject) }
}

/** Returns people with everybody who was merged with them since. */
async function allWith(db: Call['db'], persons: readonly string[]): Promise<string[]> {
  const people = [...persons]
  for (const person of persons) people.push(...(await peopleWith(db, person)))
  return [...new Set(people)]
}

/**
 * Finds the person by records: after a restore only they are known. Whoever was merged with them in the backup, and not
 * any more when they were erased, is somebody else.
 */
async function findAgain(call: Call, anchors: readonly string[]): Promise<Subject> {
  let subject = nobody
  const named = new Set<string | null | undefined>()
  for (const text of anchors) {
    subject = both(subject, await findSubject(call.db, text))
    const anchor = readAnchor(text)
    named.add(anchor && (await findPersonOf(call.db, anchor.kind, anchor.id)))
  }
  const listed = anchors.flatMap((text) => {
    const anchor = readAnchor(text)
    return anchor?.kind === 'person' ? [anchor.id] : []
  })
  // Older lists name no people.
  if (listed.length === 0) return subject
  const persons: string[] = []
  for (const person of subject.persons.filter((one) => named.has(one))) {
    persons.push(...(listed.includes(person) ? [person] : await splitAgain(call.db, person, anchors)))
  }
  return subjectOfPeople(call.db, persons)
}

/**
 * In a backup a person can still be one with somebody who was split off, and erased, since: gives the erased one's records
 * to somebody new again.
 * @returns whom to erase
 */
async function splitAgain(db: Call['db'], person: string, anchors: readonly string[]): Promise<string[]> {
  const one = { persons: [person] }
  const taken = await identifiersOfRecords(db, person, anchors)
  const known = await identifiersOf(db, one)
  if (taken.length === 0 || taken.length === known.length) return [person]
  const { person: split } = await splitOff(db, one, taken)
  // What is left can be the phone of these records alone.
  return (await hasRecords(db, [person])) ? [split] : [split, person]
}

/** Returns the details of two subjects; one from before an upgrade lacks what was added since. */
function both(one: Partial<Subject>, other: Subject): Subject {
  return Object.fromEntries(
    Object.entries(other).map(([name, texts]) => [
      name,
      [...new Set([...(one[name as keyof Subject] ?? []), ...texts])],
    ]),
  ) as unknown as Subject
}

async function refuse(call: Call, { id, requested_by }: ErasureRow, problem: string): Promise<void> {
  await refuseErasure(call.db, id, { now: call.now, problem })
  await recordAudit(
    { ...call, actor: systemActor },
    {
      action: 'personal-data.refuse',
      entityType: 'erasure',
      entityId: id,
      label: null,
      after: { requested_by, problem },
    },
  )
}
