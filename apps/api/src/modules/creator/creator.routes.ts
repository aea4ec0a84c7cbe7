import { createCreator, listCreators } from '@greenroom/contract/creator/creator.endpoints'
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'
import type { CreatorService } from './creator.service.ts'

export function registerCreatorRoutes(host: EndpointHost, creators: CreatorService): void {
  on(host, listCreators).handle(async ({ db, query }) => ({ data: await creators.list(db, query) }))
  on(host, createCreator).handle(async ({ db, body, actor, now }) => ({
    data: await creators.create(db, body, actor, now),
    message: 'Creator created successfully',
  }))
}
