import type { Consent, ConsentEntry } from '@greenroom/contract/people/person/consent.schema'
import type { ConsentEntryRow, ConsentRow } from './consent.repository.ts'

/** Presents what counts now. */
export function presentConsent({ purpose, channel, is_given, at, source, record_id }: ConsentRow): Consent {
  return { purpose, channel, is_given, at: at.toISOString(), source, record_id }
}

export function presentEntry(row: ConsentEntryRow): ConsentEntry {
  return {
    ...presentConsent(row),
    _id: row.id,
    agreed_to: row.agreed_to,
    note: row.note,
    by: row.recorded_by,
    by_name: row.recorded_by_name,
    recorded_at: row.recorded_at.toISOString(),
  }
}
