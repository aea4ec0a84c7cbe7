import type { Export, ExportFormat, ExportState } from '@greenroom/contract/desk/export/export.schema'

/** Messages of exports. */
export const exportMessages = {
  action: 'Export',
  format: 'Format',
  zone: (zone: string) => `Times are in ${zone}.`,
  cancel: 'Cancel',
  download: 'Download',
  yours: 'Your exports',
  kept: 'A file is kept for 24 hours. Only you can download it.',
  loadFailed: 'Your exports could not be loaded.',
  retry: 'Retry',
  pending: 'Starting the export',
  started: 'Export started. The download begins when the file is ready.',
  cancelling: 'Cancelling the export',
  cancelled: 'Export cancelled',
  startFailed: 'The export was not started.',
  cancelFailed: 'The export was not cancelled.',
  downloadFailed: 'The download failed.',
  progress: (name: string) => `Progress of ${name}`,
  cancelOf: (name: string) => `Cancel ${name}`,
  downloadOf: (name: string) => `Download ${name}`,
} as const

export const exportFormatLabels: Record<ExportFormat, string> = {
  csv: 'CSV',
  xlsx: 'Excel',
  json: 'JSON',
  xml: 'XML',
}

const stateLabels: Record<Exclude<ExportState, 'running' | 'done'>, string> = {
  waiting: 'Waiting for other exports',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Deleted after 24 hours',
}

const units = ['B', 'KB', 'MB', 'GB']

function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0]
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit++
  }
  return `${size.toFixed(size < 10 && unit > 0 ? 1 : 0)} ${units[unit]}`
}

/** Describes the state of an export: "12,000 of 40,000 rows". */
export function exportStateText({ state, rows_done, rows_total, byte_size, problem }: Export): string {
  const rows = (count: number) => `${count.toLocaleString('en-IN')} ${count === 1 ? 'row' : 'rows'}`
  switch (state) {
    case 'running':
      return `${rows_done.toLocaleString('en-IN')} of ${rows(Math.max(rows_done, rows_total))}`
    case 'done':
      return byte_size === null ? rows(rows_done) : `${rows(rows_done)}, ${sizeText(byte_size)}`
    case 'failed':
      return problem ?? stateLabels.failed
    default:
      return stateLabels[state]
  }
}
