import {
  createEvent,
  duplicateEvent,
  getEvent,
  listEvents,
  listMyEvents,
  publishEvent,
  updateEvent,
} from '@greenroom/contract/sessions/event/event.endpoints'
import { copyEventToDates } from '@greenroom/contract/sessions/event/event-copies.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import type { CreatorService } from '../creator/creator.service.ts'
import { presentWarnings } from '../meeting/meeting.presenter.ts'
import type { MeetingService } from '../meeting/meeting.service.ts'
import { createEventService } from './event.service.ts'
import { createEventCopies } from './event-copies.service.ts'
import { createEventPublishing } from './event-publishing.service.ts'
import { createEventReads } from './event-reads.service.ts'
import { createVenueService, type VenueService } from './venue.service.ts'

export function eventModule(
  host: ModuleHost,
  services: { creators: CreatorService; meetings: MeetingService },
): { venues: VenueService } {
  const reads = createEventReads()
  const events = createEventService({ ...host, ...services })
  const copies = createEventCopies(host)
  const publishing = createEventPublishing(services)
  on(host, listEvents).handle(async (call, { query }) => ({
    data: await reads.list(call, query),
    group_counts: await reads.countGroups(call, query.event_type),
  }))
  on(host, listMyEvents).handle(async (call, { query }) => ({
    data: await reads.listOf(call, call.actor.email, query),
  }))
  on(host, getEvent).handle(async (call, { params }) => ({ data: await reads.get(call, params.id) }))
  on(host, createEvent).handle(async (call, { body, files }) => ({
    data: await events.create(call, body, files),
    message: 'Event created',
  }))
  on(host, duplicateEvent).handle(async (call, { params }) => ({
    data: await copies.duplicate(call, params.id),
    message: 'Event duplicated',
  }))
  on(host, copyEventToDates).handle(async (call, { params, body }) => ({
    data: await copies.copyToDates(call, params.id, body.copies),
    message: 'Event duplicated',
  }))
  on(host, updateEvent).handle(async (call, { params, body, files }) => {
    const { event, warnings } = await events.update(call, params.id, body, files)
    return { data: event, message: 'Event updated', ...presentWarnings(warnings) }
  })
  on(host, publishEvent).handle(async (call, { body }) => {
    const { event, warnings } = await publishing.publish(call, body.event_id)
    return { data: event, message: 'Event published', ...presentWarnings(warnings) }
  })
  return { venues: createVenueService() }
}
