import { intakeEndpoint } from '../../intake-batch.ts'
import { BookingRecord } from './intake-booking.schema.ts'

/** Creates, changes and cancels bookings of advisory calls. */
export const intakeBookings = intakeEndpoint({
  name: 'intakeBookings',
  path: '/intake/bookings',
  summary: 'Send bookings of advisory calls',
  requirements: ['OQ-427'],
  batchOf: BookingRecord,
})
