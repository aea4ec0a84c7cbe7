import {
  inviteStaff,
  inviteStaffAgain,
  listStaff,
  updateStaff,
} from '@greenroom/contract/staff/staff.endpoints'
import type { ModuleHost } from '../../module-host.ts'
import type { StaffDirectory } from '../../platform/access/staff-directory.ts'
import { on } from '../../platform/http/endpoint-route.ts'
import { admittedBy, readAllowList } from '../../platform/identity/allow-list.ts'
import { createStaffService } from './staff.service.ts'

/** Who may sign in, and with which role. */
export function staffModule(host: ModuleHost, { directory }: { directory: StaffDirectory }): void {
  const allowList = readAllowList(host.settings)
  const staff = createStaffService({
    directory,
    isListed: (email) => admittedBy(allowList, email) === 'address',
  })
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
