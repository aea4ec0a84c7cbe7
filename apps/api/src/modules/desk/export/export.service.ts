import { createHash, randomBytes } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { createExport } from '@greenroom/contract/desk/export/export.endpoints'
import { type Export, exportKeptHours, NewExport } from '@greenroom/contract/desk/export/export.schema'
import type { Logger } from 'pino'
import type { Requesters } from '../../../platform/access/requesters.ts'
import { AppError, notFound } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { isUniqueViolation } from '../../../platform/database/database-errors.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { findRecord } from '../../../platform/database/records.ts'
import { type FileStore, newFileKey } from '../../../platform/files/file-store.ts'
import { newSpoolPath } from '../../../platform/files/spool.ts'
import { enqueue, type JobContext } from '../../../platform/jobs/job-runner.ts'
import type { GstReturnService } from '../../money/gst-return/gst-return.service.ts'
import type { TransactionService } from '../../money/transaction/transaction.service.ts'
import type { RegistrationService } from '../../sessions/registration/registration.service.ts'
import type { HistoryService } from '../history/history.service.ts'
import { presentExport } from './export.presenter.ts'
import {
  countOpenExports,
  type ExportRow,
  endExport,
  failAbandoned,
  findExport,
  forgetFile,
  insertExport,
  jobKeyOf,
  listExports,
  listSpentFiles,
  recordProgress,
  removeOldExports,
  saveLink,
  spendAllFiles,
  startExport,
  useLink,
} from './export.repository.ts'
import type { ExportWork, ThreadInput } from './export-work.ts'

export type ExportService = ReturnType<typeof createExportService>

export const makeExportTask = 'make-export'
/** One at a time for all processes: an export uses most of a processor. */
const exportQueue = 'exports'
const attempts = 5
/** Max number of exports that wait or run. */
const mostOpen = 20
const linkTime = 60_000
const hour = 3_600_000
const day = 24 * hour
const progressInterval = 1_000
const filesAtOnce = 100

interface Prepared {
  /** Without its extension. */
  fileName: string
  rowsTotal: number
  work: ExportWork
}

/** CSV and JSON are stored compressed. */
const storedTypes = {
  csv: 'application/gzip',
  json: 'application/gzip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Somebody cancelled the export while it was made. */
class Cancelled extends Error {}

/** Exports of lists into files that only their person can download. */
export function createExportService({
  transactions,
  registrations,
  returns,
  history,
  store,
  spoolFolder,
  timeZone,
  databaseUrl,
  makeFile,
  requesters,
  log,
}: {
  transactions: TransactionService
  registrations: RegistrationService
  returns: GstReturnService
  history: HistoryService
  store: FileStore
  spoolFolder: string
  timeZone: string
  /** URL of the database server itself. */
  databaseUrl: string
  makeFile: (input: ThreadInput, onProgress: (rows: number) => void, signal: AbortSignal) => Promise<void>
  requesters: Requesters
  log: Logger
}) {
  function prepare(call: Call, request: NewExport): Promise<Prepared> {
    switch (request.kind) {
      case 'transactions':
        return transactions.prepareExport(call, request, timeZone)
      case 'registrations':
        return registrations.prepareExport(call, request, timeZone)
      case 'documents':
        return returns.prepareRegister(call, request)
      case 'gst-return':
        return returns.prepareReturn(call, request)
      case 'history':
        return history.prepareExport(call, request)
    }
  }

  async function findOwn(call: Call, id: string): Promise<ExportRow> {
    const row = await findRecord(call, findExport, id, 'export')
    if (row.requested_by !== call.actor.id) throw notFound('This export does not exist')
    return row
  }

  function audited(
    call: Call,
    action: 'create' | 'cancel' | 'download' | 'refuse',
    row: ExportRow,
    after: Record<string, unknown>,
  ) {
    return recordAudit(call, {
      action: `export.${action}`,
      entityType: 'export',
      entityId: row.id,
      label: row.file_name,
      after,
    })
  }

  /** Ends an export whose requester may no longer have it. */
  async function refuse(outer: Call, { id }: ExportRow, problem: string): Promise<void> {
    await callInTransaction(outer, async (call) => {
      const ended = await endExport(call.db, id, { state: 'failed', finished_at: call.now, problem })
      if (ended) await audited(call, 'refuse', ended, { requested_by: ended.requested_by_email, problem })
    })
  }

  /** Makes the file while it records the progress. A cancelled export ends the work within a second. */
  async function make(call: Call, row: ExportRow, path: string, stopped: AbortSignal): Promise<number> {
    const actor = await requesters.require(call.db, row.requested_by, createExport.permissions)
    const { work } = await prepare({ ...call, actor }, NewExport.parse(row.request))
    const cancelling = new AbortController()
    const stop = () => cancelling.abort(stopped.reason)
    stopped.addEventListener('abort', stop)
    let rows = 0
    let recording = Promise.resolve()
    const record = () => {
      recording = recording
        .then(async () => {
          if (!(await recordProgress(call.db, row.id, rows))) cancelling.abort(new Cancelled())
        })
        .catch((err: unknown) => log.warn({ err }, 'The progress of an export was not recorded'))
    }
    const timer = setInterval(record, progressInterval)
    try {
      const format = row.format as ThreadInput['format']
      await makeFile({ work, format, databaseUrl, path }, (done) => (rows = done), cancelling.signal)
      return rows
    } finally {
      clearInterval(timer)
      stopped.removeEventListener('abort', stop)
      await recording
    }
  }

  /** Removes the files of exports that were done before a time or not completed. Returns how many. */
  async function removeSpentFiles(call: Call, doneBefore: Date): Promise<number> {
    const spent = await listSpentFiles(call.db, { doneBefore, limit: filesAtOnce })
    for (const { id, file_key } of spent) {
      if (file_key === null) continue
      await store.remove(file_key)
      await forgetFile(call.db, id)
    }
    return spent.length
  }

  return {
    /**
     * Starts an export.
     * @throws AppError WRONG_STATE while another one of this person is open, TOO_MANY_REQUESTS if too many wait
     */
    async create(call: Call, request: NewExport): Promise<Export> {
      if ((await countOpenExports(call.db)) >= mostOpen) {
        throw new AppError(
          'TOO_MANY_REQUESTS',
          'Many exports are being made right now. Try again in a few minutes.',
          {
            retryAfter: 60,
          },
        )
      }
      const { fileName, rowsTotal } = await prepare(call, request)
      const id = newId()
      const row = await insertExport(call.db, {
        id,
        kind: request.kind,
        format: request.format,
        request,
        file_name: `${fileName}.${request.format}`,
        rows_total: rowsTotal,
        requested_by: call.actor.id,
        requested_by_email: call.actor.email,
        requested_at: call.now,
      }).catch((error: unknown) => {
        if (!isUniqueViolation(error, 'export_under_way')) throw error
        throw new AppError(
          'WRONG_STATE',
          'You already have an export in progress. Wait for it, or cancel it.',
        )
      })
      await enqueue(call.db, {
        task: makeExportTask,
        payload: { id },
        key: jobKeyOf(id),
        queue: exportQueue,
        maxAttempts: attempts,
      })
      await audited(call, 'create', row, { ...request, rows: rowsTotal })
      return presentExport(row)
    },

    /** Lists a person's own exports, the newest first. */
    async list(call: Call, { limit }: { limit: number }): Promise<Export[]> {
      return (await listExports(call.db, call.actor.id, limit)).map(presentExport)
    },

    /** @throws AppError NOT_FOUND, also for another person's export */
    async get(call: Call, id: string): Promise<Export> {
      return presentExport(await findOwn(call, id))
    },

    /** Cancels an open export; an ended one stays as it is. */
    async cancel(call: Call, id: string): Promise<Export> {
      const row = await findOwn(call, id)
      const cancelled = await endExport(call.db, row.id, { state: 'cancelled', finished_at: call.now })
      if (!cancelled) return presentExport(await findOwn(call, id))
      await audited(call, 'cancel', cancelled, { rows: cancelled.rows_done })
      return presentExport(cancelled)
    },

    /**
     * Creates a link that opens the file once, within a minute.
     * @throws AppError WRONG_STATE if there is no file
     */
    async createLink(call: Call, id: string): Promise<{ token: string; fileName: string }> {
      const row = await findOwn(call, id)
      if (row.state === 'expired') {
        throw new AppError('WRONG_STATE', 'This file was deleted after a day. Export it again.')
      }
      if (row.state !== 'done') throw new AppError('WRONG_STATE', 'This export has no file.')
      const token = randomBytes(32).toString('base64url')
      const until = new Date(call.now.getTime() + linkTime)
      await saveLink(call.db, row.id, { hash: hashOf(token), until })
      await audited(call, 'download', row, { rows: row.rows_done })
      return { token, fileName: row.file_name }
    },

    /**
     * Uses up a link. A link has no credential, so it works only while its person may export.
     * @throws AppError NOT_FOUND for a link that was used or is too old, FORBIDDEN if the person may no longer export
     */
    async openLink(
      call: Call,
      token: string,
    ): Promise<{ row: ExportRow; stream: Readable; byteSize: number }> {
      const row = await useLink(call.db, hashOf(token), call.now)
      if (row) await requesters.require(call.db, row.requested_by, createExport.permissions)
      const found = row?.file_key ? await store.read(row.file_key) : null
      if (!row || !found) throw notFound('This link was used or is too old. Download the file again.')
      return { row, ...found }
    },

    /** The job: makes the file. After a crash it starts over. */
    async run(call: Call, payload: unknown, { signal, isLastAttempt }: JobContext): Promise<void> {
      const { id } = payload as { id: string }
      const format = (await findExport(call.db, id))?.format as ThreadInput['format'] | undefined
      if (format === undefined) return
      const row = await startExport(call.db, id, newFileKey(storedTypes[format]))
      if (!row?.file_key) return
      const key = row.file_key
      const path = newSpoolPath(spoolFolder)
      try {
        const rows = await make(call, row, path, signal)
        const byteSize = (await stat(path)).size
        await store.put(key, path, { mediaType: storedTypes[format], byteSize })
        // If it was cancelled meanwhile, the sweep removes the file.
        await endExport(call.db, id, {
          state: 'done',
          finished_at: call.refreshed().now,
          rows_done: rows,
          byte_size: byteSize,
        })
      } catch (error) {
        if (error instanceof Cancelled) return
        if (error instanceof AppError && error.code === 'FORBIDDEN') {
          await refuse(call, row, error.message)
          return
        }
        if (isLastAttempt && !signal.aborted) {
          await endExport(call.db, id, {
            state: 'failed',
            finished_at: call.refreshed().now,
            problem: 'The file could not be made. Try again, or export fewer rows.',
          })
        }
        throw error
      } finally {
        await rm(path, { force: true })
      }
    },

    /**
     * Removes the files of all exports and ends open ones, because their rows were read before somebody was erased.
     * @returns how many files were removed
     */
    async removeAllFiles(call: Call): Promise<number> {
      const problem = "A person's data was erased while the file was made. Export it again."
      await spendAllFiles(call.db, { now: call.now, problem })
      return removeSpentFiles(call, call.now)
    },

    /** Removes files after a day, those of exports that were not completed, and exports after 90 days. */
    async sweep(call: Call): Promise<void> {
      const { now } = call
      await failAbandoned(call.db, {
        before: new Date(now.getTime() - hour / 60),
        now,
        problem: 'The server stopped while the file was made. Export it again.',
      })
      await removeSpentFiles(call, new Date(now.getTime() - exportKeptHours * hour))
      await removeOldExports(call.db, new Date(now.getTime() - 90 * day))
    },
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
