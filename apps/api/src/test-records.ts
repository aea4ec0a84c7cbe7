import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Insertable } from 'kysely'
import sharp from 'sharp'
import type { Database } from './platform/database/database.ts'
import { newId } from './platform/database/record-id.ts'
import type { DB } from './platform/database/tables.ts'
import type { TestApp } from './test-app.ts'

let count = 0

/** Creates a creator. */
export async function makeCreator(app: TestApp, overrides: Record<string, unknown> = {}) {
  count++
  const answer = await app.call('POST', '/admin/creator', {
    json: {
      first_name: 'Asha',
      last_name: 'Rao',
      email: `creator-${count}@greenroom.example`,
      phone: '+919845012763',
      ...overrides,
    },
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

/** The parts of a valid masterclass form, a week after the test's start. */
export function masterclassForm(
  creatorId: string,
  overrides: Record<string, string | Blob | undefined> = {},
) {
  const form: Record<string, string | Blob | undefined> = {
    title: 'Save tax the legal way',
    description: 'What to claim, and when.',
    start_time: '2026-11-28T13:30:00.000Z',
    end_time: '2026-11-28T15:00:00.000Z',
    zoom_hub_name: 'zoom_1',
    creator_id: creatorId,
    is_attach_to_superclass: 'false',
    attendance_type: 'virtual',
    prices: JSON.stringify([
      { currency_code: 'USD', original_price: 9900, current_price: 4900 },
      { currency_code: 'INR', original_price: 499900, current_price: 249900 },
    ]),
    links: JSON.stringify([{ name: 'Telegram', url: 'https://t.me/greenroom', is_active: true }]),
    ...overrides,
  }
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as Record<
    string,
    string | Blob
  >
}

/** Creates a draft masterclass. */
export async function makeMasterclass(
  app: TestApp,
  overrides: Record<string, string | Blob | undefined> = {},
) {
  const creatorId = (overrides.creator_id as string | undefined) ?? (await makeCreator(app))._id
  const answer = await app.call('POST', '/admin/masterclass', { form: masterclassForm(creatorId, overrides) })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

/** The parts of a valid form of an offline event, two weeks after the test's start; undefined leaves a part out. */
export function eventForm(overrides: Record<string, string | Blob | undefined> = {}) {
  const form: Record<string, string | Blob | undefined> = {
    event_type: 'OFFLINE',
    title: 'Investors meet in Pune',
    description: 'An evening with people who invest.',
    start_time: '2026-12-05T12:30:00.000Z',
    end_time: '2026-12-05T15:30:00.000Z',
    location: 'Hyatt Regency, Viman Nagar',
    city: 'Pune',
    google_map_location: 'https://maps.google.com/?q=Hyatt+Regency+Pune',
    total_tickets: '120',
    is_paid: 'true',
    prices: JSON.stringify([{ currency_code: 'INR', original_price: 199900, current_price: 99900 }]),
    ...overrides,
  }
  return Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)) as Record<
    string,
    string | Blob
  >
}

/** Creates an offline event. */
export async function makeEvent(app: TestApp, overrides: Record<string, string | Blob | undefined> = {}) {
  const answer = await app.call('POST', '/admin/event', { form: eventForm(overrides) })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

/** Creates a draft webinar. */
export async function makeWebinar(app: TestApp, overrides: Record<string, string | Blob | undefined> = {}) {
  return makeEvent(app, {
    event_type: 'ONLINE',
    title: 'Reading a mutual fund fact sheet',
    location: undefined,
    city: undefined,
    google_map_location: undefined,
    zoom_hub_name: 'zoom_1',
    creator_id: (overrides.creator_id as string | undefined) ?? (await makeCreator(app))._id,
    ...overrides,
  })
}

/**
 * Creates a user of the public product.
 * @returns the id
 */
export async function makeUser(
  db: Database,
  overrides: Partial<Insertable<DB['app_user']>> = {},
): Promise<string> {
  count++
  const id = randomUUID()
  await db
    .insertInto('app_user')
    .values({
      id,
      first_name: 'Nikhil',
      last_name: 'Menon',
      email: `user-${count}@mail.example`,
      phone: '+919845012763',
      ...overrides,
    })
    .execute()
  return overrides.id ?? id
}

/**
 * Creates a member's post, and the member unless given.
 * @returns the id
 */
export async function makeMemberPost(
  db: Database,
  overrides: Partial<Insertable<DB['post']>> = {},
): Promise<string> {
  const id = overrides.id ?? randomUUID()
  const user_id = overrides.user_id ?? (await makeUser(db))
  await db
    .insertInto('post')
    .values({ message: 'Is this fund any good?', ...overrides, id, user_id })
    .execute()
  return id
}

/**
 * Creates a member's comment, and its post unless given.
 * @returns the id
 */
export async function makeComment(
  db: Database,
  overrides: Partial<Insertable<DB['comment']>> = {},
): Promise<string> {
  const id = overrides.id ?? randomUUID()
  const post_id = overrides.post_id ?? (await makeMemberPost(db))
  const user_id = overrides.user_id ?? (await makeUser(db))
  await db
    .insertInto('comment')
    .values({ message: 'Thank you, that helps.', ...overrides, id, post_id, user_id })
    .execute()
  return id
}

/**
 * Creates a report of a post, a comment or a user, open by default.
 * @returns the id
 */
export async function makeReport(
  db: Database,
  entity_type: 'post' | 'comment' | 'user',
  entity_id: string,
  overrides: Partial<Insertable<DB['report']>> = {},
): Promise<string> {
  const id = overrides.id ?? randomUUID()
  await db
    .insertInto('report')
    .values({ reason: 'spam', created_at: '2026-11-20T10:00:00Z', ...overrides, id, entity_type, entity_id })
    .execute()
  return id
}

/** A small real image. */
export async function picture(format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Blob> {
  const bytes = await sharp({ create: { width: 64, height: 36, channels: 3, background: '#0f7a4b' } })
    .toFormat(format)
    .toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: `image/${format}` })
}

/** Creates a post of the provider. */
export async function makePost(app: TestApp, overrides: Record<string, string | Blob | Blob[]> = {}) {
  const form = { message: 'Pay yourself first.', ...overrides }
  const answer = await app.call('POST', '/admin/activity', { form })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

const sampleMedia = new URL('./sample/media/', import.meta.url)

/** A short real WEBM video; a larger size is filled up with bytes that players skip. */
export async function video(byteSize?: number): Promise<Blob> {
  const bytes = await readFile(new URL('market-week.webm', sampleMedia))
  if (byteSize === undefined) return new Blob([bytes], { type: 'video/webm' })
  return new Blob([bytes, new Uint8Array(byteSize - bytes.length)], { type: 'video/webm' })
}

/** A real PDF of one page. */
export async function pdf(): Promise<Blob> {
  return new Blob([await readFile(new URL('goal-planner.pdf', sampleMedia))], { type: 'application/pdf' })
}

/** A zip file with these texts, uncompressed. */
export function zip(entries: Record<string, string>): Blob {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(entries)) {
    const [title, data] = [Buffer.from(name), Buffer.from(text)]
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt32LE(crc32(data), 10)
    about.writeUInt32LE(data.length, 14)
    about.writeUInt32LE(data.length, 18)
    about.writeUInt16LE(title.length, 22)
    const part = Buffer.concat([Buffer.from('PK\x03\x04'), about, title, data])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), about, place, title]))
    parts.push(part)
    offset += part.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(directory.length, 8)
  end.writeUInt16LE(directory.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return new Blob([Buffer.concat([...parts, ...directory, end])], { type: 'application/zip' })
}

/** A minimal office file of a kind: "wordprocessingml.document", "spreadsheetml.sheet" and so on. */
export function officeFile(kind: string): Blob {
  const type = `application/vnd.openxmlformats-officedocument.${kind}.main+xml`
  return zip({
    '[Content_Types].xml': `<?xml version="1.0"?><Types><Override PartName="/main.xml" ContentType="${type}"/></Types>`,
    'main.xml': '<main/>',
  })
}

/** Creates an advisory service as the public product stores it; times in seconds. */
export async function makeAdvisoryService(
  app: TestApp,
  overrides: { service_name?: string; buffer_time?: number; slot_time?: number } = {},
): Promise<string> {
  const id = newId()
  await app.database.kysely
    .insertInto('advisory_service')
    .values({
      id,
      service_name: 'Term insurance',
      buffer_time: 600,
      slot_time: 1800,
      created_at: app.clock.now(),
      ...overrides,
    })
    .execute()
  return id
}

/** Creates an advisor. */
export async function makeAdvisor(app: TestApp, overrides: Record<string, unknown> = {}) {
  count++
  const answer = await app.call('POST', '/admin/advisory/advisor', {
    json: {
      first_name: 'Radhika',
      last_name: 'Menon',
      email: `advisor-${count}@greenroom.example`,
      ...overrides,
    },
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body.data
}

/**
 * Creates a lead as the public product stores it.
 * @returns its id
 */
export async function makeLead(
  app: TestApp,
  overrides: Partial<Insertable<DB['lead']>> & { service_id: string },
): Promise<string> {
  count++
  const id = newId()
  const { meta = { utm_source: 'google', utm_medium: 'cpc' }, ...others } = overrides
  await app.database.kysely
    .insertInto('lead')
    .values({
      id,
      reference_record_id: `CRM-${count}`,
      status: 'INSURANCE_CALL_SCHEDULED',
      start_time: new Date('2026-11-25T06:30:00.000Z'),
      created_at: new Date('2026-11-20T09:00:00.000Z'),
      meta: JSON.stringify(meta),
      user_first_name: 'Priya',
      user_last_name: 'Sharma',
      user_email: 'priya@mail.example',
      user_phone: '+919876543210',
      ...others,
    })
    .execute()
  return id
}

/** Stores a completed order in rupees, as the public product does. */
export async function makeOrder(
  db: Database,
  overrides: Partial<Insertable<DB['transaction']>> & Pick<Insertable<DB['transaction']>, 'entity_id'>,
): Promise<void> {
  await db
    .insertInto('transaction')
    .values({
      id: randomUUID(),
      reference_order_id: randomUUID(),
      status: 'completed',
      amount: 99_900,
      currency_code: 'INR',
      created_at: '2026-11-20T10:00:00Z',
      entity_type: 'masterclass',
      entity_title: '',
      user_id: randomUUID(),
      user_first_name: 'Priya',
      user_last_name: 'Sharma',
      user_phone: '+919876543210',
      user_email: 'priya@mail.example',
      ...overrides,
    })
    .execute()
}
