import { listMemberships } from '@greenroom/contract/money/membership/membership.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createMembershipService, type MembershipService } from './membership.service.ts'

export function membershipModule(host: ModuleHost): MembershipService {
  const memberships = createMembershipService()
  on(host, listMemberships).handle(async (call, { query }) => ({
    data: await memberships.list(call, query),
  }))
  return memberships
}
