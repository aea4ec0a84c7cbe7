import type { AdvisoryService } from '@greenroom/contract/people/advisory/advisory.schema'
import type { AdvisorOfServiceRow, AdvisoryServiceRow } from './advisory-service.repository.ts'

/** Presents an advisory service for a response. */
export function presentAdvisoryService(
  row: AdvisoryServiceRow,
  advisors: readonly AdvisorOfServiceRow[],
): AdvisoryService {
  return {
    _id: row.id,
    service_name: row.service_name,
    buffer_time: row.buffer_time,
    slot_time: row.slot_time,
    advisors: advisors.map(({ id, first_name, last_name, email }) => ({
      _id: id,
      first_name,
      last_name,
      email,
    })),
    created_at: row.created_at.toISOString(),
    version: row.version,
  }
}
