import { rm, stat } from 'node:fs/promises'
import { createExport } from '@greenroom/contract/desk/export/export.endpoints'
import { NewExport } from '@greenroom/contract/desk/export/export.schema'
import type { Logger } from 'pino'
import type { Requesters } from '../../../platform/access/requesters.ts'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, callInTransaction } from '../../../platform/call.ts'
import { type FileStore, newFileKey } from '../../../platform/files/file-store.ts'
import { newSpoolPath } from '../../../platform/files/spool.ts'
import type { JobContext } from '../../../platform/jobs/job-runner.ts'
import type { GstExports } from '../../money/gst-return/gst-export.service.ts'
import type { ReturnContents } from '../../money/gst-return/portal-return.presenter.ts'
import { type ExportRow, endExport, findExport, recordProgress, startExport } from './export.repository.ts'
import { auditExport } from './export.service.ts'
import type { PrepareExport } from './export-source.service.ts'
import type { ThreadInput } from './export-work.ts'

const progressInterval = 1_000

/** Texts are stored compressed. */
const storedTypes = {
  csv: 'application/gzip',
  json: 'application/gzip',
  xml: 'application/gzip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Somebody cancelled the export while it was made. */
class Cancelled extends Error {}

/** Makes the files of exports by a job. */
export function createExportRuns({
  prepare,
  store,
  spoolFolder,
  databaseUrl,
  makeFile,
  keepReturn,
  requesters,
  log,
}: {
  prepare: PrepareExport
  store: Pick<FileStore, 'put'>
  spoolFolder: string
  /** URL of the database server itself. */
  databaseUrl: string
  makeFile: (
    input: ThreadInput,
    onProgress: (rows: number) => void,
    signal: AbortSignal,
  ) => Promise<ReturnContents | undefined>
  /** Keeps what a file of GSTR-1 contains. The caller has a transaction. */
  keepReturn: GstExports['keepReturn']
  requesters: Requesters
  log: Logger
}) {
  /** Makes the file while it records the progress. A cancelled export ends the work within a second. */
  async function make(call: Call, row: ExportRow, path: string, stopped: AbortSignal) {
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
      const input = { work, format, databaseUrl, path }
      const contents = await makeFile(input, (done) => (rows = done), cancelling.signal)
      return { rows, work, contents }
    } finally {
      clearInterval(timer)
      stopped.removeEventListener('abort', stop)
      await recording
    }
  }

  return {
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
        const { rows, work, contents } = await make(call, row, path, signal)
        const byteSize = (await stat(path)).size
        await store.put(key, path, { mediaType: storedTypes[format], byteSize })
        // If it was cancelled meanwhile, the sweep removes the file.
        await callInTransaction(call.refreshed(), async (end) => {
          const ended = await endExport(end.db, id, {
            state: 'done',
            finished_at: end.now,
            rows_done: rows,
            byte_size: byteSize,
          })
          if (!ended || work.kind !== 'gst-return' || !contents) return
          const { format, requested_by_email: by } = ended
          await keepReturn(end, { month: work.of.month, format, by, contents })
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
  }
}

/** Ends an export whose requester may no longer have it. */
async function refuse(outer: Call, { id }: ExportRow, problem: string): Promise<void> {
  await callInTransaction(outer, async (call) => {
    const ended = await endExport(call.db, id, { state: 'failed', finished_at: call.now, problem })
    if (ended) await auditExport(call, 'refuse', ended, { requested_by: ended.requested_by_email, problem })
  })
}
