import {
  getFillingReport,
  giveBackRegistration,
  listRegistrations,
  restoreRegistration,
} from '@greenroom/contract/sessions/registration/registration.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import type { NumbersTable } from '../../money/report/report.service.ts'
import { createFillingReports } from './filling.service.ts'
import { createRegistrationService, type RegistrationService } from './registration.service.ts'

export function registrationModule(host: ModuleHost): RegistrationService & { numbers: NumbersTable } {
  const registrations = createRegistrationService()
  const filling = createFillingReports({ timeZone: host.settings.BUSINESS_TIME_ZONE })
  on(host, getFillingReport).handle(async (call, { query }) => ({ data: await filling.read(call, query) }))
  on(host, listRegistrations).handle(async (call, { query }) => ({
    data: await registrations.list(call, query),
  }))
  on(host, giveBackRegistration).handle(async (call, { params }) => ({
    data: await registrations.giveBack(call, params.id),
    message: 'Seat given back',
  }))
  on(host, restoreRegistration).handle(async (call, { params }) => ({
    data: await registrations.restore(call, params.id),
    message: 'Registration restored',
  }))
  return { ...registrations, numbers: filling.table }
}
