import { formatInstant } from '@greenroom/contract/date-time'
import type { HistoryEntry } from '@greenroom/contract/desk/history/history.schema'
import { describeEntry, type TextFormats } from '@greenroom/contract/desk/history/history-text'
import { decimalText, type TableColumn } from '../../../platform/table-file/table-column.ts'

/** The columns of an exported history. The heading of a time names its zone, because a cell has none. */
export function historyColumns(timeZone: string): TableColumn[] {
  return [
    { heading: `Time (${timeZone})`, kind: 'moment' },
    { heading: 'Person', kind: 'text' },
    { heading: 'What happened', kind: 'text' },
    { heading: 'Changes', kind: 'text' },
    { heading: 'Record', kind: 'text' },
    { heading: 'Type', kind: 'text' },
    { heading: 'ID', kind: 'text' },
    { heading: 'Network address', kind: 'text' },
    { heading: 'Sandbox', kind: 'text' },
  ]
}

/** Returns the cells of an entry: its changes are one line each. */
export function historyCells(entry: HistoryEntry, timeZone: string): (string | null)[] {
  const moment = (iso: string) => formatInstant(new Date(iso), ', ', timeZone)
  const formats: TextFormats = {
    money: (minor, currency) => `${decimalText(String(minor))} ${currency}`,
    moment,
    day: (day) => day,
  }
  const { sentence, changes } = describeEntry(entry, formats)
  return [
    localMoment(entry.at, timeZone),
    entry.actor_email,
    sentence,
    changes.map(({ label, before, after }) => `${label}: ${before ?? '–'} → ${after ?? '–'}`).join('\n') ||
      null,
    entry.entity_label,
    entry.entity_type,
    entry.entity_id,
    entry.address,
    entry.sandbox,
  ]
}

/** Formats an instant as a spreadsheet reads it: "2026-11-22 14:05:00". */
function localMoment(iso: string, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(
    new Date(iso),
  )
}
