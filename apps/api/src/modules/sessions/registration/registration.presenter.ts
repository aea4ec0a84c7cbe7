import type { Registration, SessionType } from '@greenroom/contract/sessions/registration/registration.schema'
import type { TableColumn } from '../../../platform/table-file/table-column.ts'
import type { RegistrationRow } from './registration.repository.ts'

export function presentRegistration(row: RegistrationRow): Registration {
  return {
    _id: row.id,
    session_type: row.session_type as SessionType,
    session_id: row.session_id,
    user: { _id: row.user_id, name: row.user_name, email: row.user_email, phone: row.user_phone },
    order:
      row.transaction_id === null || row.reference_order_id === null
        ? null
        : { _id: row.transaction_id, reference_order_id: row.reference_order_id },
    source: row.source,
    registered_at: row.created_at.toISOString(),
    given_back_at: row.given_back_at?.toISOString() ?? null,
    given_back_reason: row.given_back_reason as Registration['given_back_reason'],
    attended_at: row.attended_at?.toISOString() ?? null,
    attended_minutes: row.attended_minutes,
    version: row.version,
  }
}

/** The columns of an export, in the order of its statement. The heading of a time names its zone. */
export function exportColumns(timeZone: string): TableColumn[] {
  return [
    { heading: 'Name', kind: 'text' },
    { heading: 'E-mail', kind: 'text' },
    { heading: 'Phone', kind: 'text' },
    { heading: `Registered at (${timeZone})`, kind: 'moment' },
    { heading: 'Order', kind: 'text' },
    { heading: `Attended at (${timeZone})`, kind: 'moment' },
    { heading: 'Minutes attended', kind: 'integer' },
    { heading: 'State', kind: 'text' },
    { heading: `Given back at (${timeZone})`, kind: 'moment' },
  ]
}
