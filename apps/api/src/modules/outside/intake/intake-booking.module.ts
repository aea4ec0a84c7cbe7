import { intakeBookings } from '@greenroom/contract/outside/intake/intake-booking.endpoints'
import { BookingRecord } from '@greenroom/contract/outside/intake/intake-booking.schema'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { storeBatch } from './intake-batch.ts'
import { createBookingIntake } from './intake-booking.service.ts'
import { withConsents } from './intake-consent.ts'

/** Advisory calls that people book in the public product. */
export function intakeBookingModule(host: ModuleHost): void {
  const bookings = createBookingIntake()
  on(host, intakeBookings).handle((call, { body }) =>
    storeBatch(call, body, BookingRecord, withConsents('booking', bookings.store)),
  )
}
