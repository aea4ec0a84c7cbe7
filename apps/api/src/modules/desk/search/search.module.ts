import { search } from '@greenroom/contract/desk/search/search.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createSearchService } from './search.service.ts'

/** The search over all sections. */
export function searchModule(host: ModuleHost): void {
  const service = createSearchService(host)
  on(host, search).handle(async (call, { query }) => ({ data: await service.find(call, query.q) }))
}
