import { getCalendar } from '@greenroom/contract/sessions/calendar/calendar.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { createCalendarService } from './calendar.service.ts'

export function calendarModule(host: ModuleHost): void {
  const calendar = createCalendarService(host)
  on(host, getCalendar).handle(async (call, { query }) => ({ data: await calendar.read(call, query) }))
}
