import {
  type Export,
  type ExportFormat,
  type ExportKind,
  type ExportState,
  exportKeptHours,
} from '@greenroom/contract/desk/export/export.schema'
import type { ExportRow } from './export.repository.ts'

const hour = 3_600_000

export function presentExport(row: ExportRow): Export {
  const finishedAt = row.finished_at as Date | null
  const isKept = row.state === 'done' && finishedAt !== null
  return {
    _id: row.id,
    kind: row.kind as ExportKind,
    format: row.format as ExportFormat,
    file_name: row.file_name,
    state: row.state as ExportState,
    rows_done: row.rows_done,
    rows_total: row.rows_total,
    byte_size: row.byte_size,
    problem: row.problem,
    requested_at: row.requested_at.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
    expires_at: isKept ? new Date(finishedAt.getTime() + exportKeptHours * hour).toISOString() : null,
  }
}
