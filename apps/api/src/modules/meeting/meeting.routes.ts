import { listMeetingAccounts } from '@greenroom/contract/meeting/meeting.endpoints'
import { type EndpointHost, on } from '../../platform/http/endpoint-route.ts'
import type { MeetingService } from './meeting.service.ts'

export function registerMeetingRoutes(host: EndpointHost, meetings: MeetingService): void {
  on(host, listMeetingAccounts).handle(async ({ db, query }) => ({
    data: await meetings.accounts(
      db,
      { start: new Date(query.start_time), end: new Date(query.end_time) },
      query.except,
    ),
  }))
}
