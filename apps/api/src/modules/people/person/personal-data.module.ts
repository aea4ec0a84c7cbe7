import {
  createErasure,
  exportPerson,
  findPeople,
  getErasure,
  getPerson,
  listErasures,
} from '@greenroom/contract/people/person/personal-data.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createErasureService } from './erasure.service.ts'
import { createErasureRuns, eraseTask } from './erasure-run.service.ts'
import { createErasureSteps, type ExportedFiles } from './erasure-steps.service.ts'
import { createErasureUpkeep } from './erasure-upkeep.service.ts'
import { createPersonService } from './person.service.ts'
import { createPersonSorting } from './person-sorting.service.ts'

/** Erasing and exporting everything about a person. */
export function personalDataModule(host: ModuleHost, { exports }: { exports: ExportedFiles }): void {
  const people = createPersonService(host)
  const erasures = createErasureService({ people })
  const { store } = host.providers
  const runs = createErasureRuns({ ...host, people, store, steps: createErasureSteps({ ...host, exports }) })

  on(host, findPeople).handle(async (call, { query }) => ({ data: await people.find(call, query.q) }))
  on(host, getPerson).handle(async (call, { params }) => ({
    data: await erasures.preview(call, params.person),
  }))
  on(host, exportPerson).handle(async (call, { params }) => ({
    data: await people.export(call, params.person),
    message: 'Data exported!',
  }))
  on(host, createErasure).handle(async (call, { body }) => ({
    data: await erasures.create(call, body),
    message: 'Erasing…',
  }))
  on(host, listErasures).handle(async (call, { query }) => ({ data: await erasures.list(call, query) }))
  on(host, getErasure).handle(async (call, { params }) => ({ data: await erasures.get(call, params.id) }))

  host.addJob(eraseTask, runs.run, { isLong: true })
  const sorting = createPersonSorting(host)
  host.addRecurringJob('sort-people', '* * * * *', sorting.sort, { isLong: true })
  host.addRecurringJob('forget-people', '10 22 * * *', sorting.forget, { isLong: true })
  host.addSweep('erasures', createErasureUpkeep({ ...host, store }).sweep)
}
