import {
  createEvent,
  getEvent,
  listEvents,
  listMyEvents,
  publishEvent,
  updateEvent,
} from '@greenroom/contract/event/event.endpoints'
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'
import { presentWarnings } from '../meeting/meeting.present.ts'
import type { EventService } from './event.service.ts'

export function registerEventRoutes(host: EndpointHost, events: EventService): void {
  on(host, listEvents).handle(async ({ db, query }) => ({ data: await events.list(db, query) }))
  on(host, listMyEvents).handle(async ({ db, query, actor }) => ({
    data: await events.listOf(db, actor.email, query),
  }))
  on(host, getEvent).handle(async ({ db, params }) => ({ data: await events.get(db, params.id) }))
  on(host, createEvent).handle(async ({ db, body, files, actor, now }) => ({
    data: await events.create(db, body, files, actor, now),
    message: 'Event created',
  }))
  on(host, updateEvent).handle(async ({ db, params, body, files, expectedVersion, actor, now }) => {
    const { event, warnings } = await events.update(db, params.id, body, files, expectedVersion, actor, now)
    return { data: event, message: 'Event updated', ...presentWarnings(warnings) }
  })
  on(host, publishEvent).handle(async ({ db, body, actor }) => {
    const { event, warnings } = await events.publish(db, body.event_id, actor)
    return { data: event, message: 'Event published', ...presentWarnings(warnings) }
  })
}
