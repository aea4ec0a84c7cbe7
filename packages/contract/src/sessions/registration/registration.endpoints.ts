import * as z from 'zod/mini'
import { personal } from '../../access/personal.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { Id, reference } from '../../field.ts'
import { intakeEndpoint } from '../../intake-batch.ts'
import { limit, offset, searchText } from '../../list.ts'
import { FillingQuery, FillingReport } from './filling.schema.ts'
import {
  AttendanceRecord,
  Registration,
  registrationMessages,
  registrationStates,
  SignUpRecord,
  sessionTypes,
} from './registration.schema.ts'

/** Page size of the console's list. */
const registrationPageSize = 20

/** The filters of the list, which also choose what is exported. */
export const RegistrationFilters = z.object({
  session_id: reference(registrationMessages.sessionId),
  /** A part of a name or of an e-mail address, or what a phone ends with. */
  q: z.optional(personal('email', searchText())),
  state: z._default(z.enum(registrationStates, { error: registrationMessages.state }), 'holding'),
})

/** Lists who registered for a session, the latest first, with the exact total. */
export const listRegistrations = endpoint({
  name: 'listRegistrations',
  method: 'GET',
  path: '/admin/registrations',
  summary: 'List who registered for a session',
  description: 'q needs personal.read (403).',
  requirements: ['EVT-21', 'OQ-433'],
  permissions: ['content.read'],
  look: { type: 'search', text: 'q' },
  query: z.extend(RegistrationFilters, { limit: limit(registrationPageSize), offset: offset() }),
  response: ok(
    z.object({
      session: z.object({
        _id: z.string(),
        type: z.enum(sessionTypes),
        title: z.string(),
        start_time: z.string(),
        /** How many people hold a seat, and how many gave one back, whatever the filters. */
        holding: z.int(),
        given_back: z.int(),
      }),
      count: z.int(),
      registrations: z.array(Registration),
    }),
  ),
})

/** Counts who held a seat of sessions on each of the days before their start. */
export const getFillingReport = endpoint({
  name: 'getFillingReport',
  method: 'GET',
  path: '/admin/numbers/seats',
  summary: 'Count the seats taken on the days before sessions begin, beside those of an earlier period',
  description:
    'The sessions that begin on at most 366 days, the latest 200; with session_id only that one, whenever it begins. held has 31 counts, from 30 days before the start to the start.',
  requirements: ['OQ-673'],
  permissions: ['content.read'],
  query: FillingQuery,
  response: ok(FillingReport),
})

/** Gives back the seat of a free sign-up. That of an order is given back by its refund. */
export const giveBackRegistration = endpoint({
  name: 'giveBackRegistration',
  method: 'POST',
  path: '/admin/registrations/:id/give-back',
  summary: 'Give back the seat of a free sign-up',
  description: 'Refuses a registration of an order (409).',
  requirements: ['OQ-435'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  response: ok(Registration),
  versioned: true,
})

/** Takes a seat again for a free sign-up that gave it back. */
export const restoreRegistration = endpoint({
  name: 'restoreRegistration',
  method: 'POST',
  path: '/admin/registrations/:id/restore',
  summary: 'Restore a free sign-up that gave its seat back',
  description: 'Refuses a registration of an order, and one of a session without a seat left (409).',
  requirements: ['OQ-435'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  response: ok(Registration),
  versioned: true,
})

export const intakeRegistrations = intakeEndpoint({
  name: 'intakeRegistrations',
  path: '/intake/registrations',
  summary: 'Send free sign-ups for sessions, and their cancellations',
  requirements: ['OQ-436'],
  batchOf: SignUpRecord,
})

export const intakeAttendance = intakeEndpoint({
  name: 'intakeAttendance',
  path: '/intake/attendance',
  summary: 'Send who attended a session, and for how long',
  requirements: ['OQ-437'],
  batchOf: AttendanceRecord,
})
