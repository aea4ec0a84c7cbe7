import * as z from 'zod/mini'
import { Empty, endpoint, ok } from '../../endpoint.ts'
import { Id } from '../../field.ts'
import { NewSavedView, SavedView, SavedViewChanges } from './saved-view.schema.ts'

const byId = z.object({ id: Id })

/**
 * Lists the caller's views, then those that others share, each by name. A view is left out if the caller's role doesn't
 * open its screen (OQ-496).
 */
export const listSavedViews = endpoint({
  name: 'listSavedViews',
  method: 'GET',
  path: '/admin/saved-views',
  summary: 'List your saved views and the shared ones',
  description: 'Lists those of the caller, then the others, each by name.',
  requirements: ['OQ-495', 'OQ-496'],
  permissions: [],
  response: ok(z.object({ views: z.array(SavedView) })),
})

export const createSavedView = endpoint({
  name: 'createSavedView',
  method: 'POST',
  path: '/admin/saved-views',
  summary: 'Save the filters of a list under a name',
  description:
    'Refuses a screen that the role lacks (403), a name that exists (409), and more than 50 own or 200 shared views (409 WRONG_STATE).',
  requirements: ['OQ-495', 'OQ-497', 'OQ-498'],
  permissions: [],
  body: NewSavedView,
  response: ok(SavedView),
  status: 201,
})

/** Changes the caller's own view, or a shared one if the caller may administer staff (OQ-497). */
export const updateSavedView = endpoint({
  name: 'updateSavedView',
  method: 'PATCH',
  path: '/admin/saved-views/:id',
  summary: 'Rename or share a saved view, or replace its filters',
  description:
    'Refuses a shared view of somebody else without staff.write (403), a name that exists (409), and more than 50 own or 200 shared views (409 WRONG_STATE).',
  requirements: ['OQ-495', 'OQ-497', 'OQ-498'],
  permissions: [],
  params: byId,
  body: SavedViewChanges,
  response: ok(SavedView),
  versioned: true,
})

export const removeSavedView = endpoint({
  name: 'removeSavedView',
  method: 'DELETE',
  path: '/admin/saved-views/:id',
  summary: 'Delete a saved view',
  description: 'Refuses a shared view of somebody else without staff.write (403).',
  requirements: ['OQ-495', 'OQ-497'],
  permissions: [],
  params: byId,
  response: ok(Empty),
  versioned: true,
})
