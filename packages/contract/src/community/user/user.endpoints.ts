import * as z from 'zod/mini'
import { PersonalEmail, PersonalName, PersonalPhone } from '../../access/personal.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { limit, offset } from '../../list.ts'

export const FoundUser = z.object({
  _id: z.string(),
  first_name: PersonalName,
  last_name: PersonalName,
  email: PersonalEmail,
  phone: PersonalPhone,
})
export type FoundUser = z.output<typeof FoundUser>

/** Min length of a user search (OQ-088). */
const shortestUserSearch = 3

/** Lists users whose e-mail address starts with the given text; ignores case. */
export const searchUsers = endpoint({
  name: 'searchUsers',
  method: 'GET',
  path: '/admin/users',
  summary: 'Search users by the start of their e-mail address',
  description: 'Takes at least 3 characters, and returns at most 20.',
  requirements: ['CRE-11', 'OQ-088'],
  permissions: ['content.read', 'personal.read'],
  look: { type: 'search', text: 'email' },
  query: z.object({
    email: z
      .string({ error: 'Enter at least 3 characters of an e-mail address' })
      .check(
        z.minLength(shortestUserSearch, 'Enter at least 3 characters of an e-mail address'),
        z.maxLength(254, 'Search for at most 254 characters'),
      ),
    limit: limit(20, 20),
    offset: offset(),
  }),
  response: ok(z.array(FoundUser)),
})
