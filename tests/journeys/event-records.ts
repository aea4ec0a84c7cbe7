import type { Event } from '@greenroom/contract/sessions/event/event.schema'
import type { Program } from './program.ts'
import { hoursFromNow, makeCreator, unique } from './records.ts'

type Fields = Record<string, string | Blob>

async function make(program: Program, fields: Fields): Promise<Event> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { status, body } = await program.call<Event>('POST', '/admin/event', form)
  if (status !== 201) throw new Error(body.message)
  return body.data
}

/** Creates an offline event, by default a paid one with 100 tickets that begins in four days. */
export function makeEvent(program: Program, fields: Fields = {}): Promise<Event> {
  return make(program, {
    title: unique('Meet'),
    description: 'Tea and questions.',
    event_type: 'OFFLINE',
    start_time: hoursFromNow(96),
    end_time: hoursFromNow(98),
    location: 'Bangalore International Centre, Domlur',
    city: 'Bengaluru',
    google_map_location: 'https://maps.app.goo.gl/x7Qm4R2bT9',
    is_unlimited_tickets: 'false',
    total_tickets: '100',
    is_paid: 'true',
    prices: JSON.stringify([{ currency_code: 'INR', original_price: 149900, current_price: 99900 }]),
    ...fields,
  })
}

/** Creates a webinar, by default a free draft on zoom_2 that begins in four days. */
export async function makeWebinar(program: Program, fields: Fields = {}): Promise<Event> {
  return make(program, {
    title: unique('Webinar'),
    description: 'Bring your statement.',
    event_type: 'ONLINE',
    start_time: hoursFromNow(96),
    end_time: hoursFromNow(97),
    zoom_hub_name: 'zoom_2',
    is_unlimited_tickets: 'true',
    creator_id: (await makeCreator(program))._id,
    ...fields,
  })
}

/** Creates a published webinar. */
export async function makePublishedWebinar(program: Program, fields: Fields = {}): Promise<Event> {
  const { _id } = await makeWebinar(program, fields)
  const { status, body } = await program.call<Event>('POST', '/admin/event/publish', { event_id: _id })
  if (status !== 200) throw new Error(body.message)
  return body.data
}

/** Returns an event or webinar as it is stored now. */
export async function storedEvent(program: Program, id: string): Promise<Event> {
  return (await program.call<Event>('GET', `/admin/event/${id}`)).body.data
}

/** Finds the event or webinar with this title. */
export async function storedByTitle(
  program: Program,
  kind: 'OFFLINE' | 'ONLINE',
  title: string,
): Promise<Event> {
  const { body } = await program.call<Event[]>('GET', `/admin/events?event_type=${kind}`)
  const [found, another] = body.data.filter((event) => event.title === title)
  if (!found || another) throw new Error(`There is not exactly one event ${title}.`)
  return found
}

/** Changes an event through the API, as another person would. */
export async function changeEvent(program: Program, id: string, fields: Fields): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { status, body } = await program.call('PATCH', `/admin/event/${id}`, form)
  if (status !== 200) throw new Error(body.message)
}
