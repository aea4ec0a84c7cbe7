import { searchUsers as searchUsersEndpoint } from '@greenroom/contract/user/user.endpoints'
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'
import type { UserService } from './user.service.ts'

export function registerUserRoutes(host: EndpointHost, users: UserService): void {
  on(host, searchUsersEndpoint).handle(async ({ db, query }) => ({ data: await users.search(db, query) }))
}
