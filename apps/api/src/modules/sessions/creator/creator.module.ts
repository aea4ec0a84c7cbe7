import { createCreator, listCreators } from '@greenroom/contract/sessions/creator/creator.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { type CreatorService, createCreatorService } from './creator.service.ts'

export function creatorModule(host: ModuleHost): CreatorService {
  const creators = createCreatorService()
  on(host, listCreators).handle(async (call, { query }) => ({ data: await creators.list(call, query) }))
  on(host, createCreator).handle(async (call, { body }) => ({
    data: await creators.create(call, body),
    message: 'Creator created successfully',
  }))
  return creators
}
