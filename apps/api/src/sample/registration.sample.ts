import { newId } from '../platform/database/record-id.ts'
import {
  freeSessions,
  insertSignUps,
  noteAttendance,
  type SampleSignUp,
  setTicketsSold,
} from './sample.repository.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { createDraws } from './sample-draws.ts'

const day = 86_400_000
/** Max sign-ups of a session: enough for a few pages. */
const mostSignUps = 120
/** Tickets of one event that were sold at the door, which only staff's number has. */
const soldAtTheDoor = { event: 'pune-investors', tickets: 3 }

/**
 * Adds sign-ups for free sessions, a few of them cancelled, and who attended past sessions. Orders have
 * their registrations already. The number of sold tickets follows, except where staff marked an event as sold out.
 */
async function addRegistrations({ db, now, users, eventIds }: SampleContext): Promise<SampleCounts> {
  const draws = createDraws(2_028)
  const signUps: SampleSignUp[] = []
  for (const session of await freeSessions(db)) {
    const until = Math.min(now.getTime(), session.start_time.getTime())
    const people = Math.min(mostSignUps, session.total_tickets_sold, session.total_tickets ?? mostSignUps)
    for (let place = 0; place < people; place++) {
      const user = users[place]
      const name = user ?? {
        first_name: draws.pick(users).first_name,
        last_name: draws.pick(users).last_name,
      }
      const at = new Date(until - (1 + draws.fraction() * 20) * day)
      const isCancelled = draws.fraction() < 0.06
      signUps.push({
        id: newId(),
        external_id: `signup_${draws.letters(14)}`,
        session_type: 'event',
        session_id: session.id,
        user_id: user?.id ?? null,
        user_name: `${name.first_name} ${name.last_name}`,
        user_email: user?.email ?? `${name.first_name}.${name.last_name}.${place}@mail.example`.toLowerCase(),
        user_phone: user?.phone ?? `+9198${String(10_000_000 + place * 13_457)}`,
        source: draws.pick(['meta', 'google', 'organic', null]),
        created_at: at,
        changed_at: at,
        updated_at: at,
        ...(isCancelled && {
          given_back_at: new Date(at.getTime() + day / 2),
          given_back_reason: 'cancelled',
        }),
      })
    }
  }
  await insertSignUps(db, signUps)
  await noteAttendance(db, now)
  await setTicketsSold(db, {
    eventId: eventIds.get(soldAtTheDoor.event) ?? '',
    more: soldAtTheDoor.tickets,
  })
  return { 'sign-ups': signUps.length }
}

export const registrationSample: SampleSection = { add: addRegistrations }
