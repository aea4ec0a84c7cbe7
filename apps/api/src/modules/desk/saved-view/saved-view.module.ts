import {
  createSavedView,
  listSavedViews,
  removeSavedView,
  updateSavedView,
} from '@greenroom/contract/desk/saved-view/saved-view.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createSavedViewService } from './saved-view.service.ts'

/** Filters of lists that staff keep under a name. */
export function savedViewModule(host: ModuleHost): void {
  const views = createSavedViewService()
  on(host, listSavedViews).handle(async (call) => ({ data: { views: await views.list(call) } }))
  on(host, createSavedView).handle(async (call, { body }) => ({
    data: await views.create(call, body),
    message: 'View saved',
  }))
  on(host, updateSavedView).handle(async (call, { params, body }) => ({
    data: await views.update(call, params.id, body),
    message: 'View changed',
  }))
  on(host, removeSavedView).handle(async (call, { params }) => {
    await views.remove(call, params.id)
    return { data: {}, message: 'View deleted' }
  })
}
