import type { Erasure } from '@greenroom/contract/people/person/personal-data.schema'
import type { ErasureRow } from './erasure.repository.ts'

/** Presents an erasure. The details of the person are never part of a response. */
export function presentErasure(row: ErasureRow): Erasure {
  return {
    _id: row.id,
    state: row.state as Erasure['state'],
    step: row.step,
    requested_by: row.requested_by,
    requested_at: row.requested_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    counts: row.counts,
    documents_until: row.documents_until,
    problem: row.problem,
  }
}
