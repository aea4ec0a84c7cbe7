import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createExport } from '@greenroom/contract/desk/export/export.endpoints'
import type { Export, NewExport } from '@greenroom/contract/desk/export/export.schema'
import type { Requesters } from '../../../platform/access/requesters.ts'
import { AppError, notFound } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isUniqueViolation } from '../../../platform/database/database-errors.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { findRecord } from '../../../platform/database/records.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { enqueue } from '../../../platform/jobs/job-runner.ts'
import { presentExport } from './export.presenter.ts'
import {
  countOpenExports,
  type ExportRow,
  endExport,
  findExport,
  insertExport,
  jobKeyOf,
  listExports,
  saveLink,
  useLink,
} from './export.repository.ts'
import type { PrepareExport } from './export-source.service.ts'

export const makeExportTask = 'make-export'
/** One at a time for all processes: an export uses most of a processor. */
const exportQueue = 'exports'
const attempts = 5
/** Max number of exports that wait or run. */
const mostOpen = 20
const linkTime = 60_000
/** Exports of lists into files that only their person can download. */
export function createExportService({
  prepare,
  store,
  requesters,
}: {
  prepare: PrepareExport
  store: Pick<FileStore, 'read'>
  requesters: Requesters
}) {
  return {
    /**
     * Starts an export.
     * @throws AppError WRONG_STATE while another one of this person is open, TOO_MANY_REQUESTS if too many wait
     */
    async create(call: Call, request: NewExport): Promise<Export> {
      if ((await countOpenExports(call.db)) >= mostOpen) {
        const message = 'Many exports are being made right now. Try again in a few minutes.'
        throw new AppError('TOO_MANY_REQUESTS', message, { retryAfter: 60 })
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
        const message = 'You already have an export in progress. Wait for it, or cancel it.'
        throw new AppError('WRONG_STATE', message)
      })
      await enqueue(call.db, {
        task: makeExportTask,
        payload: { id },
        key: jobKeyOf(id),
        queue: exportQueue,
        maxAttempts: attempts,
      })
      await auditExport(call, 'create', row, { ...request, rows: rowsTotal })
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
      await auditExport(call, 'cancel', cancelled, { rows: cancelled.rows_done })
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
      await auditExport(call, 'download', row, { rows: row.rows_done })
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
  }
}

async function findOwn(call: Call, id: string): Promise<ExportRow> {
  const row = await findRecord(call, findExport, id, 'export')
  if (row.requested_by !== call.actor.id) throw notFound('This export does not exist')
  return row
}

/** Writes the audit entry of an export. */
export function auditExport(
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

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
