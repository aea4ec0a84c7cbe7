import { createErasure } from '@greenroom/contract/people/person/personal-data.endpoints'
import { type ErasureStep, erasureSteps } from '@greenroom/contract/people/person/personal-data.schema'
import type { Logger } from 'pino'
import type { Requesters } from '../../../platform/access/requesters.ts'
import { AppError } from '../../../platform/app-error.ts'
import { systemActor } from '../../../platform/audit/actor.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { requireOwnStore } from '../../../platform/files/file-store-owner.ts'
import type { Files } from '../../../platform/files/files.ts'
import { enqueue, type JobContext } from '../../../platform/jobs/job-runner.ts'
import { announce } from '../../../platform/webhooks/announce.ts'
import { allDetailsPattern, identifyingPattern, ownDetailsPattern } from './detail-patterns.ts'
import {
  blankDocuments,
  blankDueDocuments,
  type ErasureRow,
  endedErasures,
  findErasure,
  finishErasure,
  insertErasure,
  jobKeyOf,
  listAbandoned,
  lockOpenErasure,
  recordProblem,
  recordProgress,
  refuseErasure,
  releaseErasure,
  startErasure,
} from './erasure.repository.ts'
import {
  type Batch,
  blankCalls,
  blankContacts,
  blankExportRequests,
  blankHistory,
  blankLeads,
  blankOrders,
  blankRegistrations,
  blankTexts,
  type Counts,
  deleteAccounts,
  deleteComments,
  deleteFromBin,
  deleteNotes,
  deletePosts,
  deleteReactions,
  type Erasing,
  filesToDelete,
  forgetFiles,
  rememberFiles,
  unlinkReports,
} from './erasure-batches.repository.ts'
import { addToErasureList, listedErasures } from './erasure-list.ts'
import { findSubject } from './find-subject.ts'
import { nobody, type Subject } from './person-subject.ts'

export const eraseTask = 'erase-person'
/** One at a time for all processes: each one rewrites the list in the file store. */
const erasureQueue = 'erasures'

/** Only the signal of a job is needed here, so that a command can run an erasure as well. */
type Running = Pick<JobContext, 'signal'>

/** The result of a part of a step; the cursor says where the next part continues. */
interface Part {
  counts: Counts
  isLast: boolean
  cursor?: string | null
}

/** Files made from rows which may be those of the person. */
export interface ExportedFiles {
  /** Removes some of them. @returns how many */
  removeAllFiles: (call: Call) => Promise<number>
}

/** Enqueues the job of an erasure in the caller's transaction. */
export function enqueueErasure(db: Call['db'], id: string): Promise<void> {
  return enqueue(db, { task: eraseTask, payload: { id }, key: jobKeyOf(id), queue: erasureQueue })
}

/** Erases people by a job, in batches that can be repeated. */
export function createErasureRuns({
  exports,
  files,
  store,
  requesters,
  log,
}: {
  exports: ExportedFiles
  files: Pick<Files, 'releaseAll' | 'destroy'>
  store: FileStore
  requesters: Requesters
  log: Logger
}) {
  async function released(db: Call['db'], erasing: Erasing, batch: Batch): Promise<Batch> {
    const keys = batch.files ?? []
    await rememberFiles(db, erasing, keys)
    await files.releaseAll(db, keys)
    return { ...batch, counts: { ...batch.counts, file: keys.length } }
  }

  /** What each step does in one transaction; its last part returns isLast. */
  const steps: Record<ErasureStep, (call: Call, erasing: Erasing, cursor: string | null) => Promise<Part>> = {
    async community(call, erasing) {
      const { db, now } = call
      for (const part of [
        deleteFromBin,
        unlinkReports,
        deleteNotes,
        deleteReactions,
        deleteComments,
        deletePosts,
      ]) {
        const batch = await part(db, erasing)
        if (!batch.isLast) return released(db, erasing, batch)
      }
      const { accounts, ...batch } = await deleteAccounts(db, erasing, now)
      for (const id of accounts) {
        // The product's id would outlive the person in what was sent.
        const data = { user_id: id, external_id: null }
        await announce(call, { event: 'person.removed', record: { type: 'user', id }, data })
      }
      return released(db, erasing, batch)
    },
    orders: ({ db, now }, erasing) => blankOrders(db, erasing, now),
    registrations: ({ db, now }, erasing) => blankRegistrations(db, erasing, now),
    leads: ({ db, now }, erasing) => blankLeads(db, erasing, now),
    contacts: ({ db, now }, erasing) => blankContacts(db, erasing, now),
    async calls({ db, now }, erasing, after) {
      const cursor = await blankTexts(db, erasing, now, after)
      return cursor === null ? blankCalls(db, erasing) : { counts: {}, isLast: false, cursor }
    },
    async exports({ db }, erasing) {
      await blankExportRequests(db, erasing)
      return { counts: {}, isLast: true }
    },
    async history({ db }, erasing, after) {
      const { counts, cursor } = await blankHistory(db, erasing, after)
      return { counts, cursor, isLast: cursor === null }
    },
    async files({ db }, erasing) {
      return { counts: {}, isLast: (await filesToDelete(db, erasing)).length === 0 }
    },
  }

  /** What a step does in the file store before its transaction. It may be repeated. */
  async function prepare(call: Call, step: ErasureStep, erasing: Erasing): Promise<void> {
    if (step === 'exports') while ((await exports.removeAllFiles(call)) > 0);
    if (step === 'files') {
      const keys = await filesToDelete(call.db, erasing)
      await files.destroy(keys)
      await forgetFiles(call.db, erasing, keys)
    }
  }

  /** Finds the person again if the details are not known: after a restore only records are. */
  async function subjectOf(call: Call, row: ErasureRow): Promise<Subject> {
    if (row.subject) return row.subject
    let subject = nobody
    for (const anchor of row.anchors) {
      const found = await findSubject(call.db, anchor)
      subject = Object.fromEntries(
        Object.entries(subject).map(([name, texts]) => [
          name,
          [...new Set([...texts, ...found[name as keyof Subject]])],
        ]),
      ) as unknown as Subject
    }
    return subject
  }

  /** Returns why an erasure may not begin; null if it may. One that has begun always ends. */
  async function refusalOf({ db }: Call, { requested_by_id }: ErasureRow): Promise<string | null> {
    if (requested_by_id === null) return null
    try {
      await requesters.require(db, requested_by_id, createErasure.permissions)
      return null
    } catch (error) {
      if (error instanceof AppError && error.code === 'FORBIDDEN') return error.message
      throw error
    }
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

  /** Does the next part. @returns whether more is to do */
  async function advance(outer: Call, id: string): Promise<boolean> {
    const row = await findErasure(outer.db, id)
    if (!row || row.state === 'erased' || row.state === 'refused') return false
    const { step, subject } = row
    if (row.state === 'waiting') {
      await callInTransaction(outer, async (call) => {
        const locked = await lockOpenErasure(call.db, id)
        if (locked?.state !== 'waiting') return
        const refusal = await refusalOf(call, locked)
        if (refusal !== null) return refuse(call, locked, refusal)
        await startErasure(call.db, id, await subjectOf(call, locked), erasureSteps[0])
      })
      return true
    }
    if (step === null || subject === null) {
      await finish(outer, row)
      return false
    }
    // An erasure that began before an upgrade lacks what was added since.
    const known = { ...nobody, ...subject }
    const erasing: Erasing = {
      id,
      subject: known,
      identifying: identifyingPattern(known),
      details: allDetailsPattern(known),
      own: ownDetailsPattern(known),
    }
    await prepare(outer, step, erasing)
    await callInTransaction(outer, async (call) => {
      const locked = await lockOpenErasure(call.db, id)
      // Another run of the job, which was taken for dead, may have been faster.
      if (locked?.step !== step || locked.audit_cursor !== row.audit_cursor) return
      const { counts, isLast, cursor = null } = await steps[step](call, erasing, locked.audit_cursor)
      const next = isLast ? (erasureSteps[erasureSteps.indexOf(step) + 1] ?? null) : step
      await recordProgress(call.db, id, { counts, step: next, cursor: isLast ? null : cursor })
    })
    return true
  }

  async function finish(outer: Call, { id, requested_by, requested_at, anchors }: ErasureRow): Promise<void> {
    await requireOwnStore(outer.db, store)
    // Before the commit: after a failure in between, the next attempt adds nothing.
    await addToErasureList(store, [{ id, requested_by, requested_at: requested_at.toISOString(), anchors }])
    await callInTransaction(outer, async (call) => {
      const row = await lockOpenErasure(call.db, id)
      if (!row) return
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
  }

  /**
   * Adds the erasures that the file store lists and this database doesn't know: it was restored from an older backup.
   * @returns their ids
   */
  async function repeatListed(call: Call): Promise<string[]> {
    const repeated: string[] = []
    // The list of another database would erase other people.
    await requireOwnStore(call.db, store)
    for (const { requested_at, ...listed } of await listedErasures(store)) {
      const row = { ...listed, requested_at: new Date(requested_at), requested_by_id: null, subject: null }
      await callInTransaction(call, async (inner) => {
        if (!(await insertErasure(inner.db, row))) return releaseErasure(inner.db, row.id)
        await enqueueErasure(inner.db, row.id)
        repeated.push(row.id)
      })
    }
    if (repeated.length > 0) log.warn({ erasures: repeated.length }, 'Erasing people again after a restore')
    return repeated
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

    repeatListed,

    /** Continues erasures without a job, repeats those before a restore, and blanks documents whose time is over. */
    async sweep(call: Call): Promise<void> {
      for (const id of await listAbandoned(call.db)) await enqueueErasure(call.db, id)
      await repeatListed(call)
      // The list may be lost, or the store may be new.
      await addToErasureList(store, await endedErasures(call.db))
      const blanked = await blankDueDocuments(call.db)
      if (blanked > 0) log.info({ documents: blanked }, 'Blanked tax documents of erased people')
    },
  }
}
