import {
  checkMeetingDates,
  listMeetingAccounts,
} from '@greenroom/contract/sessions/meeting/meeting.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import {
  createMeetingService,
  type MeetingService,
  settleMeetingTask,
  updateMeetingTask,
} from './meeting.service.ts'

export function meetingModule(host: ModuleHost): MeetingService {
  const meetings = createMeetingService({ ...host, provider: host.providers.meetings })
  on(host, listMeetingAccounts).handle(async (call, { query }) => ({
    data: await meetings.accounts(
      call,
      { start: new Date(query.start_time), end: new Date(query.end_time) },
      query.except,
    ),
  }))
  on(host, checkMeetingDates).handle(async (call, { query }) => ({
    data: await meetings.dates(call, { starts: query.starts, lengthMs: query.seconds * 1000 }),
  }))
  host.addJob(settleMeetingTask, meetings.settle)
  host.addJob(updateMeetingTask, meetings.updateProvider)
  return meetings
}
