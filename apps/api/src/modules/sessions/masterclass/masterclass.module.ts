import {
  createMasterclass,
  publishMasterclass,
  setMasterclassStatus,
  updateMasterclass,
} from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import { copyMasterclassToDates } from '@greenroom/contract/sessions/masterclass/masterclass-copies.endpoints'
import {
  duplicateMasterclass,
  getMasterclass,
  listMasterclasses,
} from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import type { CreatorService } from '../creator/creator.service.ts'
import { presentWarnings } from '../meeting/meeting.presenter.ts'
import type { MeetingService } from '../meeting/meeting.service.ts'
import { createMasterclassService } from './masterclass.service.ts'
import { createMasterclassCopies } from './masterclass-copies.service.ts'
import { createMasterclassPublishing } from './masterclass-publishing.service.ts'
import { createMasterclassReads, type MasterclassReads } from './masterclass-reads.service.ts'
import { createMasterclassRecords } from './masterclass-record.service.ts'
import { createMasterclassVenues, type MasterclassVenues } from './masterclass-venue.service.ts'

export function masterclassModule(
  host: ModuleHost,
  services: { creators: CreatorService; meetings: MeetingService },
): MasterclassReads & { venues: MasterclassVenues } {
  const records = createMasterclassRecords(host.settings)
  const reads = createMasterclassReads(records)
  const masterclasses = createMasterclassService({ ...host, ...services, records })
  const copies = createMasterclassCopies({ ...host, records })
  const publishing = createMasterclassPublishing({ ...services, records })
  on(host, listMasterclasses).handle(async (call, { query }) => ({
    data: await reads.list(call, query),
    group_counts: await reads.countGroups(call, query.search),
  }))
  on(host, getMasterclass).handle(async (call, { params }) => ({
    data: await reads.get(call, params.id),
  }))
  on(host, createMasterclass).handle(async (call, { body, files }) => ({
    data: await masterclasses.create(call, body, files.images?.[0]),
    message: 'Masterclass Created',
  }))
  on(host, duplicateMasterclass).handle(async (call, { params }) => ({
    data: await copies.duplicate(call, params.id),
    message: 'Masterclass duplicated',
  }))
  on(host, copyMasterclassToDates).handle(async (call, { params, body }) => ({
    data: await copies.copyToDates(call, params.id, body.copies),
    message: 'Masterclass duplicated',
  }))
  on(host, updateMasterclass).handle(async (call, { params, body, files }) => {
    const { masterclass, warnings } = await masterclasses.update(call, params.id, body, files.images?.[0])
    return { data: masterclass, message: 'Updated Masterclass Details', ...presentWarnings(warnings) }
  })
  on(host, publishMasterclass).handle(async (call, { body }) => {
    const { masterclass, warnings } = await publishing.publish(call, body.masterclass_id)
    return { data: masterclass, message: 'Masterclass Published', ...presentWarnings(warnings) }
  })
  on(host, setMasterclassStatus).handle(async (call, { body }) => {
    const { masterclass, warnings } = await publishing.setStatus(call, body.masterclass_id, body.is_active)
    return {
      data: masterclass,
      message: masterclass.is_active ? 'Masterclass activated' : 'Masterclass deactivated',
      ...presentWarnings(warnings),
    }
  })
  return { ...reads, venues: createMasterclassVenues(records) }
}
