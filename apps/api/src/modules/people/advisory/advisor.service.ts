import { largestAdvisorSearch } from '@greenroom/contract/people/advisory/advisory.endpoints'
import {
  type Advisor,
  advisoryMessages,
  type NewAdvisor,
} from '@greenroom/contract/people/advisory/advisory.schema'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { isUniqueViolation } from '../../../platform/database/database-errors.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { groupBy } from '../../../platform/group-by.ts'
import { presentAdvisor } from './advisor.presenter.ts'
import { insertAdvisor, listAdvisors, servicesOfAdvisors } from './advisor.repository.ts'

/** Advisors: the people who take the calls. */
export function createAdvisorService() {
  return {
    /** Lists advisors with their services, the newest first. A search by e-mail returns at most 20 (OQ-091). */
    async list(
      call: Call,
      { email, limit, offset }: { email?: string | undefined; limit: number; offset: number },
    ): Promise<Advisor[]> {
      const most = email?.trim() ? Math.min(limit, largestAdvisorSearch) : limit
      const rows = await listAdvisors(call.db, { email, limit: most, offset })
      const services = await servicesOfAdvisors(
        call.db,
        rows.map((row) => row.id),
      )
      const byAdvisor = groupBy(services, (service) => service.advisor_id)
      return rows.map((row) => presentAdvisor(row, byAdvisor.get(row.id) ?? []))
    },

    /**
     * Adds an advisor without services.
     * @throws AppError DUPLICATE if another advisor has this e-mail address
     */
    async create(call: Call, advisor: NewAdvisor): Promise<Advisor> {
      const row = await insertAdvisor(call.db, { id: newId(), ...advisor, now: call.now }).catch(
        (error: unknown) => {
          if (!isUniqueViolation(error, 'advisor_email')) throw error
          const message = advisoryMessages.emailTaken
          throw new AppError('DUPLICATE', message, { errors: [{ path: 'email', message }] })
        },
      )
      const made = presentAdvisor(row, [])
      await recordAudit(call, {
        action: 'advisor.create',
        entityType: 'advisor',
        entityId: row.id,
        label: `${row.first_name} ${row.last_name}`,
        after: { ...made },
      })
      return made
    },
  }
}
