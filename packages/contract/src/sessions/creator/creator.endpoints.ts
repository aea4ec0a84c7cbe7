import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { limit, offset, SearchText } from '../../list.ts'
import { Creator, ListedCreator, NewCreator } from './creator.schema.ts'

/** Lists creators whose name or e-mail address contains q. */
export const listCreators = endpoint({
  name: 'listCreators',
  method: 'GET',
  path: '/admin/creators',
  summary: 'List creators, or search them by name or e-mail',
  description: 'Each has how many classes they have hosted, and the next one.',
  requirements: ['CRE-09', 'OQ-667'],
  permissions: ['content.read'],
  look: { type: 'search', text: 'q' },
  query: z.object({ q: z.optional(SearchText), limit: limit(100), offset: offset() }),
  response: ok(z.array(ListedCreator)),
})

export const createCreator = endpoint({
  name: 'createCreator',
  method: 'POST',
  path: '/admin/creator',
  summary: 'Create a creator',
  description: 'Refuses an e-mail address that another creator has (409).',
  requirements: ['CRE-10', 'OQ-088'],
  permissions: ['content.write'],
  body: NewCreator,
  response: ok(Creator),
  status: 201,
})
