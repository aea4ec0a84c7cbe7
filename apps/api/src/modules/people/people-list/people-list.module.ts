import { listPeople } from '@greenroom/contract/people/people-list/people-list.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createPeopleList, type PeopleListService } from './people-list.service.ts'
import { createPersonFigures, foldPeopleTask } from './person-figure.service.ts'

/** The list of people, and the jobs that keep what the list shows. */
export function peopleListModule(host: ModuleHost): PeopleListService {
  const list = createPeopleList({ timeZone: host.settings.BUSINESS_TIME_ZONE })
  const figures = createPersonFigures(host)

  on(host, listPeople).handle(async (call, { query }) => ({ data: await list.list(call, query) }))
  host.addRecurringJob(foldPeopleTask, '* * * * *', figures.fold, { isLong: true })
  host.addRecurringJob('check-people', '50 21 * * *', figures.check, { isLong: true })
  return list
}
