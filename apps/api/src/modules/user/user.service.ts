import type { FoundUser } from '@greenroom/contract/user/user.endpoints'
import type { Call } from '../../platform/call.ts'
import { insertUserIfMissing, searchUsers } from './user.repository.ts'

export type UserService = ReturnType<typeof createUserService>

/** Users of the public product, who come from there (OQ-026). */
export function createUserService() {
  return {
    /** Users whose e-mail begins with the given text, without regard to case. */
    async search(call: Call, search: { email: string; limit: number; offset: number }): Promise<FoundUser[]> {
      const rows = await searchUsers(call.db, search)
      return rows.map((row) => ({
        _id: row.id,
        first_name: row.first_name,
        last_name: row.last_name,
        email: row.email,
        phone: row.phone,
      }))
    },

    /** Adds a user of the program's own, such as the one who writes the provider's posts; one who exists stays as is. */
    async ensure(call: Call, user: { id: string; first_name: string; last_name: string }): Promise<void> {
      await insertUserIfMissing(call.db, { ...user, now: call.now })
    },
  }
}
