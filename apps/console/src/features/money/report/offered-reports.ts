import type { getHandlingReport } from '@greenroom/contract/community/moderation/moderation.endpoints'
import type { OtherReport } from '@greenroom/contract/money/report/report.rules'
import type { getLeadFunnel } from '@greenroom/contract/people/advisory/advisory.endpoints'
import type { getFillingReport } from '@greenroom/contract/sessions/registration/registration.endpoints'
import { useMay } from '../../../lib/api/permissions.ts'

/** Tells which reports of other rows than orders the viewer's role includes. */
export function useOfferedReports(): Readonly<Record<OtherReport, boolean>> {
  const leads = useMay<typeof getLeadFunnel>('advisory.read')
  const moderation = useMay<typeof getHandlingReport>('moderation.read')
  const seats = useMay<typeof getFillingReport>('content.read')
  return { leads, moderation, seats }
}
