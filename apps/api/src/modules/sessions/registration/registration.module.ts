import {
  giveBackRegistration,
  listRegistrations,
  restoreRegistration,
} from '@greenroom/contract/sessions/registration/registration.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createRegistrationService, type RegistrationService } from './registration.service.ts'

export function registrationModule(host: ModuleHost): RegistrationService {
  const registrations = createRegistrationService()
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
  return registrations
}
