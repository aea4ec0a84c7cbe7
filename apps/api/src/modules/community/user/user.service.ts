import type { FoundUser } from '@greenroom/contract/community/user/user.endpoints'
import type { Call } from '../../../platform/call.ts'
import { insertUserIfMissing, searchUsers } from './user.repository.ts'

export type UserService = ReturnType<typeof createUserService>

/** Users of the public product, which creates them (OQ-026). */
export function createUserService() {
  return {
    /** Lists users whose e-mail address starts with a text; ignores case. */
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

    /** Adds a user of our own, such as the author of the provider's posts, unless it exists. */
    async ensure(call: Call, user: { id: string; first_name: string; last_name: string }): Promise<void> {
      await insertUserIfMissing(call.db, { ...user, now: call.now })
    },
  }
}

/** Returns a person's whole name. */
export function nameOf(user: { first_name: string; last_name: string }): string {
  return `${user.first_name} ${user.last_name}`.trim()
}
