import { isMasked, personalKinds } from '@greenroom/contract/access/personal'
import { endpoints } from '@greenroom/contract/endpoints'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { createFiles } from './platform/files/files.ts'
import { createFolderFileStore } from './platform/files/folder-file-store.ts'
import { addSampleData } from './sample/sample-data.ts'
import { readSettings } from './settings.ts'
import { createTestApp, type TestApp } from './test-app.ts'

/** Members that are named like personal data, and are none of a customer's. */
const exempt: Record<string, string> = {
  'getSession.data.email': "the caller's own address",
}

/** Returns the paths of members with a name like that of personal data, and whether they are declared as such. */
function namedMembers(schema: z.core.$ZodType, path: string, isDeclared = false): [string, boolean][] {
  const declared = isDeclared || personalKinds.has(schema)
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape as Record<string, z.core.$ZodType>).flatMap(([name, member]) => [
        ...(/phone|mail|mobile|contact/i.test(name)
          ? [[`${path}.${name}`, isMarked(member)] as [string, boolean]]
          : []),
        ...namedMembers(member, `${path}.${name}`, declared),
      ])
    case 'array':
      return namedMembers(def.element, path, declared)
    case 'record':
      return namedMembers(def.valueType, path, declared)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'nonoptional':
    case 'readonly':
      return namedMembers(def.innerType, path, declared)
    case 'union':
      return def.options.flatMap((option) => namedMembers(option, path, declared))
    case 'intersection':
      return [def.left, def.right].flatMap((side) => namedMembers(side, path, declared))
    case 'pipe':
      return namedMembers(def.out, path, declared)
    default:
      return []
  }
}

function isMarked(schema: z.core.$ZodType): boolean {
  if (personalKinds.has(schema)) return true
  const { def } = (schema as z.core.$ZodTypes)._zod
  return ('innerType' in def && isMarked(def.innerType)) || (def.type === 'array' && isMarked(def.element))
}

it('declares every phone and e-mail address of a response as personal data', () => {
  const members = endpoints
    // Whoever may call the others sees personal data.
    .filter(({ endpoint }) => !endpoint.permissions.includes('personal.read'))
    .flatMap(({ section, endpoint }) =>
      // Staff see each other's addresses.
      section === 'staff' ? [] : namedMembers(endpoint.response, endpoint.name),
    )
  expect(members.length).toBeGreaterThan(40)
  const undeclared = members.filter(([path, isDeclared]) => !isDeclared && !(path in exempt))
  expect(undeclared).toEqual([])
})

describe('with the sample data', () => {
  let app: TestApp
  let viewer: string
  /** E-mail addresses and last ten digits of the phone numbers of everybody in the database. */
  let details: string[]

  beforeAll(async () => {
    app = await createTestApp()
    const log = pino({ level: 'silent' })
    const { kysely: db } = app.database
    const files = createFiles({ store: createFolderFileStore(`${app.dataDir}/files`), db, log })
    await addSampleData({
      db,
      files,
      clock: app.clock,
      spoolFolder: `${app.dataDir}/spool`,
      settings: readSettings({ DATA_DIR: app.dataDir }),
      log,
    })
    viewer = await app.tokenFor('tara.bose@greenroom.example')
    const { rows } = await sql<{ email: string; phone: string | null }>`
      select email, phone from creator union select email, phone from app_user
      union select user_email, user_phone from transaction union select user_email, user_phone from lead
      union select email, null from advisor`.execute(db)
    details = rows.flatMap(({ email, phone }) => [
      email.toLowerCase(),
      ...(phone ? [phone.replace(/\D/g, '').slice(-10)] : []),
    ])
  }, 60_000)
  afterAll(() => app.close())

  /** Ids of records by table, for the parameters of paths. */
  async function idsOf(table: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} limit 40`.execute(
      app.database.kysely,
    )
    return rows.map(({ id }) => id)
  }

  function found(body: unknown): string[] {
    const text = JSON.stringify(body).toLowerCase()
    const digits = text.replace(/[\s().-]/g, '')
    return details.filter((detail) => text.includes(detail) || digits.includes(detail))
  }

  it('shows nobody’s phone number or e-mail address to a viewer, in no list and no record', async () => {
    const tables: Record<string, string> = {
      getTransaction: 'transaction',
      getLead: 'lead',
      getMasterclass: 'masterclass',
      getEvent: 'event',
      getAdvisoryService: 'advisory_service',
      getPost: 'post',
      listPostsOfUser: 'app_user',
      getRefundable: 'transaction',
      getPersonPage: 'app_user',
      listPersonTimeline: 'app_user',
    }
    let withDetails = 0
    for (const { endpoint } of endpoints) {
      if (endpoint.method !== 'GET') continue
      const table = tables[endpoint.name]
      const paths = endpoint.path.includes(':')
        ? (table ? await idsOf(table) : []).map((id) => endpoint.path.replace(/:\w+/, id))
        : [endpoint.path]
      for (const path of paths) {
        const shown = await app.call('GET', path, { token: viewer })
        if (shown.status !== 200) continue
        expect([path, found(shown.body)]).toEqual([path, []])
        if (found((await app.call('GET', path)).body).length > 0) withDetails++
      }
    }
    // An owner sees them at the same addresses.
    expect(withDetails).toBeGreaterThan(100)
  })

  it('masks them so that two people can be told apart', async () => {
    const [creator] = (await app.call('GET', '/admin/creators?limit=1', { token: viewer })).body.data
    expect(creator.phone).toMatch(/^•••\d{4}$/)
    expect(creator.email).toMatch(/^[a-z]•••@.+/)
    expect(isMasked(creator.first_name)).toBe(false)
  })

  it('refuses a viewer to search by phone number or e-mail address', async () => {
    const [creator] = (await app.call('GET', '/admin/creators?limit=1')).body.data
    const [lead] = (await app.call('GET', '/admin/advisory/bookings?limit=1')).body.data.bookings
    for (const path of [
      '/admin/orders?phone=98450',
      '/admin/orders/sums?phone=98450',
      '/admin/advisory/advisors?email=a',
      `/admin/advisory/bookings?search=${lead.user.phone.slice(-5)}`,
    ]) {
      const { status, body } = await app.call('GET', path, { token: viewer })
      expect([path, status, body.message]).toEqual([
        path,
        403,
        'Your role does not allow a search by phone number or e-mail address.',
      ])
      expect((await app.call('GET', path)).status).toBe(200)
    }
    const creatorsBy = async (q: string, token?: string) =>
      (await app.call('GET', `/admin/creators?q=${encodeURIComponent(q)}`, token ? { token } : {})).body.data
    expect(await creatorsBy(creator.email)).toHaveLength(1)
    expect(await creatorsBy(creator.email, viewer)).toEqual([])
    expect(await creatorsBy(`${creator.first_name} ${creator.last_name}`, viewer)).toHaveLength(1)
    const order = await app.database.kysely
      .selectFrom('transaction')
      .select(['id', 'user_email'])
      .where('status', '=', 'completed')
      .executeTakeFirstOrThrow()
    const invoice = await app.call('POST', '/admin/masterclass/invoice', { json: { order_id: order.id } })
    expect(invoice.status).toBe(200)
    const documentsBy = async (q: string, token?: string) =>
      (await app.call('GET', `/admin/documents?q=${encodeURIComponent(q)}`, token ? { token } : {})).body.data
        .documents
    const [document] = await documentsBy(order.user_email)
    expect(document.buyer.email).toBe(order.user_email)
    expect(await documentsBy(order.user_email, viewer)).toEqual([])
    expect((await documentsBy(document.serial, viewer))[0].buyer.email).toMatch(/^.?•••@/)
  })

  it('masks the record that a refused edit returns', async () => {
    const editor = await app.tokenFor('dev.patel@greenroom.example')
    const [masterclass] = (await app.call('GET', '/admin/masterclasses?limit=1', { token: editor })).body.data
    expect(isMasked(masterclass.creator_id.phone)).toBe(true)
    const answer = await app.call('POST', `/admin/masterclass/${masterclass._id}`, {
      token: editor,
      form: { title: 'Another title' },
      headers: { 'if-match': '"0"' },
    })
    expect(answer.body.code).toBe('STALE')
    expect(found(answer.body)).toEqual([])
    expect(isMasked(answer.body.data.creator_id.email)).toBe(true)
  })
})
