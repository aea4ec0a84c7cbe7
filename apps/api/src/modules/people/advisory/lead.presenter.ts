import { leadStatuses } from '@greenroom/contract/lead-status'
import type { Lead } from '@greenroom/contract/people/advisory/advisory.schema'
import type { AdvisorClash } from '@greenroom/contract/people/advisory/lead-pipeline.schema'
import type { LeadRow, ListedLead } from './lead.repository.ts'
import type { ClashRow } from './lead-clash.repository.ts'

/**
 * Presents a lead for a response. Origin values that are not text and history entries without a status or a time are
 * left out: other programs write them, and one odd lead must not fail the whole page.
 */
export function presentLead(row: LeadRow | ListedLead): Lead {
  return {
    _id: row.id,
    id: row.id,
    reference_record_id: row.reference_record_id,
    status: row.status,
    status_history: row.status_history.flatMap(presentChange),
    status_since: momentText(row.status_since),
    close_reason: row.close_reason,
    close_note: row.close_note,
    start_time: momentText(row.start_time),
    created_at: momentText(row.created_at),
    meta: presentMeta(row.meta),
    advisor:
      row.advisor_id === null
        ? null
        : {
            _id: row.advisor_id,
            first_name: row.advisor_first_name ?? '',
            last_name: row.advisor_last_name ?? '',
          },
    user: {
      first_name: row.user_first_name,
      last_name: row.user_last_name,
      email: row.user_email,
      phone: row.user_phone,
    },
    service: { _id: row.service_id, service_name: row.service_name },
    version: row.version,
  }
}

/** Presents a call that clashes with another one. */
export function presentClash({ start_time, end_time, free_at, ...row }: ClashRow): AdvisorClash {
  return {
    ...row,
    start_time: start_time.toISOString(),
    end_time: end_time.toISOString(),
    free_at: free_at.toISOString(),
  }
}

function presentChange(entry: unknown): Lead['status_history'] {
  const { status, time } = (entry ?? {}) as { status?: unknown; time?: unknown }
  const known = leadStatuses.find((one) => one === status)
  return known && typeof time === 'string' ? [{ status: known, time }] : []
}

function presentMeta(meta: Record<string, unknown>): Lead['meta'] {
  const shown: Lead['meta'] = {}
  for (const [name, value] of Object.entries(meta)) {
    if (typeof value === 'string') shown[name] = value
    else if (typeof value === 'number' || typeof value === 'boolean') shown[name] = String(value)
  }
  return shown
}

function momentText(moment: Date | string): string {
  return typeof moment === 'string' ? moment : moment.toISOString()
}
