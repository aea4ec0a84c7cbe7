import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { longestSearch, SearchResult, searchMessages, shortestSearch } from './search.schema.ts'

/**
 * Finds records of all kinds that the caller's role includes. Phones and e-mail addresses are searched only with the
 * permission to see them.
 */
export const search = endpoint({
  name: 'search',
  method: 'GET',
  path: '/admin/search',
  summary: 'Find records of every kind',
  description:
    'Finds at most five of each kind; what a kind does not have is null. failed lists kinds that could not be searched. A document has the id of its order.',
  requirements: ['OQ-455', 'OQ-456', 'OQ-457', 'OQ-458'],
  permissions: [],
  look: { type: 'search', text: 'q' },
  query: z.object({
    q: z
      .string({ error: searchMessages.short })
      .check(
        z.maxLength(longestSearch, searchMessages.long),
        z.trim(),
        z.minLength(shortestSearch, searchMessages.short),
      ),
  }),
  response: ok(SearchResult),
})
