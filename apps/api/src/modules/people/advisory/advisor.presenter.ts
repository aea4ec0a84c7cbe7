import type { Advisor } from '@greenroom/contract/people/advisory/advisory.schema'
import type { AdvisorRow } from './advisor.repository.ts'

/** Presents an advisor for a response, with the services that they can be booked for. */
export function presentAdvisor(row: AdvisorRow, services: { id: string; service_name: string }[]): Advisor {
  return {
    _id: row.id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    services: services.map(({ id, service_name }) => ({ _id: id, service_name })),
    created_at: row.created_at.toISOString(),
  }
}
