import type { HistoryEntry } from '@greenroom/contract/desk/history/history.schema'
import { currencyCodes } from '@greenroom/contract/money'
import type { EntryRow } from './history.repository.ts'

/** Presents an entry of the history. */
export function presentEntry(row: EntryRow): HistoryEntry {
  return {
    _id: row.id,
    at: row.at,
    kind: row.kind,
    // Calls that need no account are recorded without an address.
    actor_email: row.actor_email || null,
    actor_name: row.actor_name,
    action: row.action,
    entity_type: row.entity_type,
    entity_id: row.entity_id,
    entity_label: row.entity_label,
    event_type: row.event_type,
    before: row.before,
    after: row.after,
    currency_code: currencyCodes.find((code) => code === row.currency_code) ?? null,
    names: row.names ?? {},
    address: row.address,
    request_id: row.request_id,
    sandbox: row.sandbox,
    session_id: row.session_id,
  }
}
