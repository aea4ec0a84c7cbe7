import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Database } from './platform/database/database.ts'
import type { TestApp, TestResponse } from './test-app.ts'
import {
  makeAdvisor,
  makeAdvisoryService,
  makeComment,
  makeCreator,
  makeLead,
  makeMemberPost,
  makeOrder,
  makeReport,
  makeUser,
  picture,
} from './test-records.ts'

let count = 0
/** A person's unusual details, so that a search for them finds nobody else. */
export function newPerson() {
  count++
  // Two letters in base 26, so that no name has a character with a meaning in a pattern.
  const letter = [Math.floor(count / 26), count % 26].map((digit) => String.fromCharCode(97 + digit)).join('')
  return {
    first_name: `Ottilie${letter}`,
    last_name: `Brandtfeld${letter}`,
    email: `Ottilie.${letter}@Brandtfeld.example`,
    // Its national part is found in any spelling.
    phone: `+9198111${String(22000 + 10 * count + 5)}`,
    address: `77 Wisteria Lane ${letter}`,
  }
}
export type Person = ReturnType<typeof newPerson>

/** Matches a person's details in any case, and the phone in any spelling. */
export const needlesOf = ({ first_name, last_name, email, phone, address }: Person) => {
  const digits = [...phone.slice(-10)].join('[^0-9a-z]{0,3}')
  const literal = [first_name, last_name, email, address].map((text) => text.replace(/[.@]/g, '\\$&'))
  return new RegExp([...literal, digits].join('|'), 'i')
}

export const buyerOf = (person: Person) => ({
  user_first_name: person.first_name,
  user_last_name: person.last_name,
  user_email: person.email,
  user_phone: person.phone,
})

/** Stores an order whose invoice is issued on request only. */
export function makeQuietOrder(
  db: Database,
  overrides: Partial<Parameters<typeof makeOrder>[1]>,
): Promise<void> {
  return makeOrder(db, { entity_id: randomUUID(), document_state: 'on-request', ...overrides })
}

/** Leaves a person's traces everywhere, by real calls where there are some. Returns the id of the account. */
export async function leaveTraces(app: TestApp, person: Person, { invoiced = false } = {}): Promise<string> {
  const { kysely: db } = app.database
  const { first_name, last_name, email, phone, address } = person
  const user = await makeUser(db, { first_name, last_name, email, phone, username: `${first_name}_x` })
  const image = await app.call('POST', '/admin/upload', { form: { file: await picture('png') } })
  const key = image.body.data.url.split('/').at(-1)
  const avatar = await app.call('POST', '/admin/upload', { form: { file: await picture('jpeg') } })
  const post = await makeMemberPost(db, { user_id: user, message: `I am ${first_name}, call ${phone}` })
  await db
    .insertInto('post_attachment')
    .values({ post_id: post, file_key: key, kind: 'image', position: 0 })
    .execute()
  await db
    .updateTable('app_user')
    .set({ profile_picture_key: avatar.body.data.url.split('/').at(-1) })
    .where('id', '=', user)
    .execute()
  // Pinning writes the beginning of the post into the audit log, dismissing a report the name.
  requireSuccess(await app.call('POST', `/admin/activity/${post}/pin`))
  await makeReport(db, 'user', user)
  await makeComment(db, { post_id: post, message: 'A reply by somebody else' })
  const comment = await makeComment(db, { user_id: user, message: `Greetings from ${last_name}` })
  await makeComment(db, { post_id: await postOf(db, comment), parent_comment_id: comment })
  await makeReport(db, 'comment', await makeComment(db), { reporter_id: user, reason: 'spam' })

  const bought = randomUUID()
  await makeQuietOrder(db, {
    id: bought,
    user_id: user,
    ...buyerOf(person),
    billing_name: `${first_name} ${last_name}`,
    billing_address: address,
    billing_state: 'Karnataka',
    billing_country: 'IN',
    gstin: '29AAGCG1234M1ZF',
    campaign: `mail to ${email}`,
    payment_id: `pay_${bought.slice(0, 8)}`,
    completed_at: '2026-11-20T10:05:00Z',
    document_state: invoiced ? 'due' : 'on-request',
    zoom_join_url: `https://zoom.example/j/1?uname=${first_name}`,
  })
  // Bought without the account.
  await makeQuietOrder(db, {
    ...buyerOf(person),
    user_email: email.toUpperCase(),
    user_phone: phone.replace(/^\+91/, '0'),
  })
  const note = await app.call('POST', `/admin/orders/${bought}/notes`, {
    json: { text: `${first_name} called from ${phone.slice(-10, -5)} ${phone.slice(-5)}` },
  })
  requireSuccess(note)
  await sql`insert into refund_request (id, transaction_id, amount, currency_code, cause, note, requested_by_id,
      requested_by, requested_at, state, decided_at, decision_reason)
    select ${randomUUID()}::uuid, ${bought}::uuid, 100, 'INR', 'amount', ${`Call ${phone}`}, id, email, now(), 'lapsed',
      now(), ${`Refunded to ${email}`}
    from staff limit 1`.execute(app.database.kysely)

  await db
    .insertInto('registration')
    .values({
      id: randomUUID(),
      external_id: `sign-up-${user}`,
      session_type: 'event',
      session_id: randomUUID(),
      user_id: user,
      user_name: `${first_name} ${last_name}`,
      user_email: email,
      user_phone: phone,
      source: `mail to ${email}`,
      created_at: '2026-11-20T10:00:00Z',
    })
    .execute()
  const lead = await makeLead(app, {
    ...buyerOf(person),
    user_id: user,
    service_id: await makeAdvisoryService(app),
  })
  const moved = await app.call('PATCH', `/admin/advisory/bookings/${lead}`, {
    json: {
      status: 'CLOSED_LOST',
      close_reason: 'other',
      close_note: `${first_name} ${last_name} asked for a call at ${phone}, or ${email}`,
    },
    headers: { 'idempotency-key': `lead-${lead}` },
  })
  requireSuccess(moved)
  await sql`insert into webhook_delivery (id, destination, event, record_type, record_id, payload, state, created_at,
      updated_at, last_answer)
    values (gen_random_uuid(), 'lead-squared', 'page.purchase', 'transaction', ${bought}, '{}', 'failed', now(), now(),
      ${`No lead has the address ${email} or the phone ${phone}`})`.execute(db)
  await makeCreator(app, { first_name, last_name, email, phone })
  await makeAdvisor(app, { first_name, last_name, email })
  await db
    .insertInto('sign_in_refusal')
    .values({
      id: randomUUID(),
      reason: 'ACCOUNT_NOT_ACCEPTED',
      claimed_email: email.toLowerCase(),
      address: '127.0.0.1',
      request_id: 'r',
    })
    .execute()
  return user
}

async function postOf(db: Database, comment: string): Promise<string> {
  const row = await db
    .selectFrom('comment')
    .select('post_id')
    .where('id', '=', comment)
    .executeTakeFirstOrThrow()
  return row.post_id
}

/** Returns every row of every table as text, by table. */
async function everything(db: Database): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db)
  const dump: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} as t`.execute(
      db,
    )
    dump[name] = rows.map((row) => row.text).join('\n')
  }
  return dump
}

export async function tablesWith(db: Database, needles: RegExp): Promise<string[]> {
  return Object.entries(await everything(db)).flatMap(([name, text]) => (needles.test(text) ? [name] : []))
}

/** Returns the names of the files below a folder that contain a text, also packed. */
export async function filesWith(folder: string, needles: RegExp): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name))
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b
    if (needles.test((isPacked ? gunzipSync(bytes) : bytes).toString('latin1'))) found.push(entry.name)
  }
  return found
}

function requireSuccess({ status, body }: TestResponse): void {
  if (status >= 300) throw new Error(JSON.stringify(body))
}
