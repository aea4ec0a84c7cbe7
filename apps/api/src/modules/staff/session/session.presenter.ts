import type { OpenSession } from '@greenroom/contract/staff/session/session.schema'
import type { SessionRow } from './session.repository.ts'

export function presentSession(row: SessionRow): OpenSession {
  return {
    _id: row.id,
    browser: row.browser,
    address: row.address,
    started_at: row.started_at.toISOString(),
    last_call_at: row.last_call_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
  }
}
