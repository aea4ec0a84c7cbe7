import {
  checkMeetingDates,
  listMeetingAccounts,
} from '@greenroom/contract/sessions/meeting/meeting.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { type AccountBookings, createAccountBookings } from './account-bookings.service.ts'
import { createMeetingService, type MeetingService } from './meeting.service.ts'
import { createMeetingCalls } from './meeting-call.service.ts'
import { createMeetingJobs } from './meeting-jobs.service.ts'
import { settleMeetingTask, updateMeetingTask } from './meeting-task.ts'

export function meetingModule(host: ModuleHost): { meetings: MeetingService; bookings: AccountBookings } {
  const bookings = createAccountBookings(host.settings)
  const calls = createMeetingCalls({ ...host, provider: host.providers.meetings })
  const jobs = createMeetingJobs({ ...host, calls })
  on(host, listMeetingAccounts).handle(async (call, { query }) => ({
    data: await bookings.byAccount(
      call,
      { start: new Date(query.start_time), end: new Date(query.end_time) },
      query.except,
    ),
  }))
  on(host, checkMeetingDates).handle(async (call, { query }) => ({
    data: await bookings.dates(call, { starts: query.starts, lengthMs: query.seconds * 1000 }),
  }))
  host.addJob(settleMeetingTask, jobs.settle)
  host.addJob(updateMeetingTask, jobs.updateProvider)
  return { meetings: createMeetingService({ bookings, calls }), bookings }
}
