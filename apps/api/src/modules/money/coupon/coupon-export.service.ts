import { dayIn } from '@greenroom/contract/calendar-day'
import type { CouponExportFilters } from '@greenroom/contract/money/coupon/coupon.endpoints'
import type * as z from 'zod/mini'
import { hasAll, requirePermissions } from '../../../platform/access/require-permission.ts'
import type { Call } from '../../../platform/call.ts'
import { isRecordId } from '../../../platform/database/record-id.ts'
import { exportColumns } from './coupon-export.presenter.ts'
import { countExported, exportStatement } from './coupon-export.repository.ts'

/**
 * Prepares the export of exactly the coupons that the list has with the same filters, or of the selected ones (OQ-685).
 * Without `money.read` it has no sums, as the list.
 */
export async function prepareCouponExport(
  call: Call,
  { filters }: { filters: z.output<typeof CouponExportFilters> },
  timeZone: string,
) {
  requirePermissions(call.actor, ['content.read'])
  const { linked_to: linkedTo, ids, ...rest } = filters
  const filter = { ...rest, linkedTo, ids: ids?.filter(isRecordId), now: call.now }
  const withSums = hasAll(call.actor, ['money.read'])
  return {
    fileName: `coupons-${dayIn(call.now, timeZone)}`,
    rowsTotal: await countExported(call.db, filter),
    work: {
      kind: 'table' as const,
      sheet: 'Coupons',
      columns: exportColumns({ timeZone, withSums }),
      statement: exportStatement(call.db, filter, { timeZone, withSums }),
    },
  }
}
