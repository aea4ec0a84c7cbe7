import { searchUsers } from '@greenroom/contract/community/user/user.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createUserService, type UserService } from './user.service.ts'

export function userModule(host: ModuleHost): UserService {
  const users = createUserService()
  on(host, searchUsers).handle(async (call, { query }) => ({ data: await users.search(call, query) }))
  return users
}
