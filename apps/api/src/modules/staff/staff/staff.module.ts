import {
  inviteStaff,
  inviteStaffAgain,
  listStaff,
  updateStaff,
} from '@greenroom/contract/staff/staff/staff.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import type { SessionDirectory } from '../../../platform/access/session-directory.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import type { SessionService } from '../session/session.service.ts'
import { createStaffService } from './staff.service.ts'

/** Who may sign in, and with which role. */
export function staffModule(
  host: ModuleHost,
  dependencies: {
    directory: SessionDirectory
    sessions: SessionService
    isListed(email: string): boolean
    givesRoles(issuer: string | null): boolean
  },
): void {
  const staff = createStaffService(dependencies)
  on(host, listStaff).handle(async (call, { query }) => ({ data: await staff.list(call, query) }))
  on(host, inviteStaff).handle(async (call, { body }) => ({
    data: await staff.invite(call, body),
    message: 'Invited',
  }))
  on(host, updateStaff).handle(async (call, { params, body }) => ({
    data: await staff.update(call, params.id, body),
    message: 'Access changed',
  }))
  on(host, inviteStaffAgain).handle(async (call, { params }) => ({
    data: await staff.inviteAgain(call, params.id),
    message: 'Invited again',
  }))
}
