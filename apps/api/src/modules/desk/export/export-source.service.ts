import type { NewExport } from '@greenroom/contract/desk/export/export.schema'
import type { Call } from '../../../platform/call.ts'
import { prepareCouponExport } from '../../money/coupon/coupon-export.service.ts'
import type { GstExports } from '../../money/gst-return/gst-export.service.ts'
import type { MonthMoneyService } from '../../money/month-money/month-money.service.ts'
import type { ReportService } from '../../money/report/report.service.ts'
import type { SettlementService } from '../../money/settlement/settlement.service.ts'
import type { TransactionService } from '../../money/transaction/transaction.service.ts'
import type { PeopleListService } from '../../people/people-list/people-list.service.ts'
import type { RegistrationService } from '../../sessions/registration/registration.service.ts'
import type { HistoryService } from '../history/history.service.ts'
import type { ExportWork } from './export-work.ts'

interface Prepared {
  /** Without its extension. */
  fileName: string
  rowsTotal: number
  work: ExportWork
}

export type PrepareExport = ReturnType<typeof createExportSources>

/** Prepares what an export writes: the service that owns its rows names the file and the statement. */
export function createExportSources({
  transactions,
  reports,
  registrations,
  returns,
  history,
  people,
  settlements,
  monthMoney,
  timeZone,
}: {
  transactions: TransactionService
  reports: ReportService
  registrations: RegistrationService
  returns: GstExports
  history: HistoryService
  people: PeopleListService
  settlements: SettlementService
  monthMoney: MonthMoneyService
  timeZone: string
}) {
  return function prepare(call: Call, request: NewExport): Promise<Prepared> {
    switch (request.kind) {
      case 'transactions':
        return transactions.prepareExport(call, request, timeZone)
      case 'numbers':
        return reports.prepareExport(call, request)
      case 'registrations':
        return registrations.prepareExport(call, request, timeZone)
      case 'coupons':
        return prepareCouponExport(call, request, timeZone)
      case 'documents':
        return returns.prepareRegister(call, request)
      case 'gst-return':
        return returns.prepareReturn(call, request)
      case 'history':
        return history.prepareExport(call, request)
      case 'people':
        return people.prepareExport(call, request)
      case 'settlements':
        return request.of === 'days'
          ? monthMoney.prepareExport(call, request)
          : settlements.prepareExport(call, { ...request, of: request.of })
      case 'journal':
        return returns.prepareJournal(call, request)
    }
  }
}
