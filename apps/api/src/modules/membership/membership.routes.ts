import { listMemberships } from '@greenroom/contract/membership/membership.endpoints'
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'
import type { MembershipService } from './membership.service.ts'

export function registerMembershipRoutes(host: EndpointHost, memberships: MembershipService): void {
  on(host, listMemberships).handle(async ({ db, query }) => ({ data: await memberships.list(db, query) }))
}
