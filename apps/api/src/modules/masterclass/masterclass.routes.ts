import {
  createMasterclass,
  getMasterclass,
  listMasterclasses,
  publishMasterclass,
  setMasterclassStatus,
  updateMasterclass,
} from '@greenroom/contract/masterclass/masterclass.endpoints'
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'
import { presentWarnings } from '../meeting/meeting.present.ts'
import type { MasterclassService } from './masterclass.service.ts'

export function registerMasterclassRoutes(host: EndpointHost, masterclasses: MasterclassService): void {
  on(host, listMasterclasses).handle(async ({ db, query, now }) => ({
    data: await masterclasses.list(db, query, now),
  }))
  on(host, getMasterclass).handle(async ({ db, params }) => ({
    data: await masterclasses.get(db, params.id),
  }))
  on(host, createMasterclass).handle(async ({ db, body, files, actor, now }) => ({
    data: await masterclasses.create(db, body, files.images?.[0], actor, now),
    message: 'Masterclass Created',
  }))
  on(host, updateMasterclass).handle(async ({ db, params, body, files, expectedVersion, actor, now }) => {
    const banner = files.images?.[0]
    const { masterclass, warnings } = await masterclasses.update(
      db,
      params.id,
      body,
      banner,
      expectedVersion,
      actor,
      now,
    )
    return { data: masterclass, message: 'Updated Masterclass Details', ...presentWarnings(warnings) }
  })
  on(host, publishMasterclass).handle(async ({ db, body, actor }) => {
    const { masterclass, warnings } = await masterclasses.publish(db, body.masterclass_id, actor)
    return { data: masterclass, message: 'Masterclass Published', ...presentWarnings(warnings) }
  })
  on(host, setMasterclassStatus).handle(async ({ db, body, actor, now }) => {
    const { masterclass, warnings } = await masterclasses.setStatus(
      db,
      body.masterclass_id,
      body.is_active,
      actor,
      now,
    )
    return {
      data: masterclass,
      message: masterclass.is_active ? 'Masterclass activated' : 'Masterclass deactivated',
      ...presentWarnings(warnings),
    }
  })
}
