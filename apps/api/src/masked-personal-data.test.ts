import {
  isMasked,
  mask,
  personalChanges,
  personalKinds,
  personalRecords,
} from '@greenroom/contract/access/personal'
import { endpoints } from '@greenroom/contract/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { personalColumns, personalTables } from './modules/people/person/personal-tables.ts'
import { maskedNote } from './platform/database/masked-columns.ts'
import type { TestApp } from './test-app.ts'
import { createSampleApp, readAll, unreadCalls } from './test-reading.ts'

/** Literal, so that a change of the table of roles is noticed here. */
const viewerHas = ['content.read', 'moderation.read', 'advisory.read', 'money.read']
/** Keys, and tables that no response for a viewer reads. */
const unwritten = [
  'app_user.username',
  'app_user.external_id',
  'app_user.profile_picture_key',
  'post_attachment.file_key',
  'membership_held.external_id',
  'post.tags',
  'earlier_text.tags',
  'post_vote.option',
  'transaction.gstin',
  ...['audit_entry', 'bin_row', 'erasure', 'export', 'idempotency_key', 'intake_user', 'saved_view'].flatMap(
    columnsOf,
  ),
  ...[
    'person_identifier',
    'shared_email',
    'personal_look',
    'sign_in_refusal',
    'tax_document',
    'webhook_delivery',
  ].flatMap(columnsOf),
]

function columnsOf(table: string): string[] {
  return Object.keys(personalColumns(table)).map((column) => `${table}.${column}`)
}

/** Returns the texts of a schema, and whether each is declared as personal data. */
function textMembers(schema: z.core.$ZodType, path: string): [path: string, isDeclared: boolean][] {
  if (personalKinds.has(schema)) return [[path, true]]
  if (personalChanges.has(schema) || personalRecords.has(schema)) return [[path, true]]
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return [[path, false]]
    case 'object':
      return Object.entries(def.shape as Record<string, z.core.$ZodType>).flatMap(([name, member]) =>
        textMembers(member, `${path}.${name}`),
      )
    case 'array':
      return textMembers(def.element, path)
    case 'record':
      return textMembers(def.valueType, path)
    case 'optional':
    case 'nullable':
    case 'default':
    case 'nonoptional':
    case 'readonly':
      return textMembers(def.innerType, path)
    case 'union':
      return def.options.flatMap((option) => textMembers(option, path))
    case 'intersection':
      return [def.left, def.right].flatMap((side) => textMembers(side, path))
    case 'pipe':
      return textMembers(def.out, path)
    default:
      return []
  }
}

/** Texts in which nobody writes about a person, by name. A moment is always one of these by its name's end. */
const otherTexts = new Set([
  // Ids, codes, states and days. What the gateway says of a settlement or a dispute names nobody.
  ...['phase', 'reason_description', 'respond_by', 'type', 'utr', 'digest'],
  ...[
    '_id',
    'first_seen',
    'last_seen',
    'id',
    'clashes',
    'code',
    'coupon_codes',
    'coupon_id',
    'currency',
    'day',
    'document_date',
    'month',
    'next',
    'today',
  ],
  ...['entity_type', 'method', 'payment_method', 'outside_document', 'path', 'person', 'place_of_supply'],
  ...[
    'reason_code',
    'serial',
    'since',
    'state',
    'status',
    'usd_rate',
    'arn',
    'annual_return_filed_on',
    'last_day_of_credit',
    'rate_month',
    'zoom_hub_name',
    'country',
    'order_reference',
  ],
  ...[
    'reference_order_id',
    'reference_record_id',
    'start_time_format_string',
    'time',
    'action',
    'valid_till',
  ],
  ...[
    'leads_past_call',
    'reported_comments',
    'reported_posts',
    'reported_users',
    'refund_requests',
    'at',
    'status_since',
  ],
  // Files, settings and tags of the fixed list.
  ...[
    'audio',
    'banner',
    'file',
    'images',
    'post_event_banner',
    'profile_picture',
    'thumbnail',
    'ticket_banner',
  ],
  ...[
    'url',
    'video',
    'business_time_zone',
    'payment_entity_url_template',
    'payment_page_url_template',
    'tags',
  ],
  ...['shortlink_app_schemes', 'shortlink_base_url', 'message'],
  // What the provider publishes.
  ...['add_to_cart', 'purchase', 'appUrl', 'webUrl', 'shortCode', 'params', 'city', 'location', 'place'],
  ...[
    'google_map_location',
    'heading',
    'props',
    'redirect_link',
    'reference_link',
    'service',
    'service_name',
    'title',
  ],
  ...['entity_title', 'event_title', 'description'],
  // Staff, who see each other, and what they set up for themselves.
  ...[
    'by',
    'by_name',
    'decided_by',
    'deleted_by',
    'filed_by',
    'requested_by',
    'stopped_by',
    'email',
    'search',
    'label',
  ],
])
/** The same by path: their names are personal elsewhere. */
const otherPaths = [
  /^listPeople\.data\.people\.memberships\.name$/,
  /^addDocumentStates\.data\.corrected\.(credit_note|invoice)$/,
  // The days of a report.
  /^get(Sales|Parts|Buyers|Handling|Filling)Report\..*\.(from|to)$/,
  /(Masterclass|CouponsOfEntity|masterclass)\w*\.data\.links\.name$/,
  /^\w+Membership\w*\.data\.name$/,
  /^(list|create|update)SavedViews?\.data(\.views)?\.name$/,
  // Staff in the timeline of an order.
  /^getTransaction\.data\.staff\.name$/,
  // Of the caller, and of colleagues.
  /^(begin|get)Session\.data\.(name|email|credential|subject|return_to)$/,
  // Of the provider's page, and of the sign-in alone.
  /^beginSignIn\.data\.(address|secret)$/,
  /^list(Staff)?Sessions\.data\.(browser|address)$/,
  /^\w*News\.data(\.news_list)?\.source$/,
  /ApiKeys?\.data(\.keys?)?\.(name|beginning|created_by|revoked_by|secret)$/,
  /Export(s|Link)?\.data\.(file_name|problem)$/,
  /^getPersonPage\.data\.memberships\.name$/,
  // Titles of a session and of a product.
  /^listPeople\.data\.about\.(session|entity)$/,
  // The name of a membership, a reason for a report, and a time. The name of somebody merged is declared.
  /^listPersonTimeline\.data\.items\.(name|reason|undoable_until)$/,
  /^(list|create|update)SavedViews?\.data(\.views)?\.owner\.name$/,
]

const texts = endpoints
  // Whoever may call the others sees personal data, or is the public product's server.
  .filter(({ endpoint }) => !endpoint.permissions.some((one) => /^(personal|intake|webhook)\./.test(one)))
  .flatMap(({ section, endpoint }) =>
    // Staff see each other's addresses.
    section === 'staff' ? [] : textMembers(endpoint.response, endpoint.name),
  )

it('declares each text of a response as personal data or as another text (OQ-551)', () => {
  expect(texts.filter(([, isDeclared]) => isDeclared).length).toBeGreaterThan(200)
  const unclear = texts.filter(([path, isDeclared]) => {
    const name = path.split('.').at(-1) as string
    return !(
      isDeclared ||
      otherTexts.has(name) ||
      /_(id|at|time)$/.test(name) ||
      otherPaths.some((one) => one.test(path))
    )
  })
  expect([...new Set(unclear.map(([path]) => path))]).toEqual([])
})

describe('with the sample data', () => {
  let app: TestApp
  let viewer: string
  /** E-mail addresses and last ten digits of the phone numbers of everybody in the database. */
  let details: string[]

  beforeAll(async () => {
    app = await createSampleApp()
    const { kysely: db } = app.database
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

  function found(body: unknown): string[] {
    const text = JSON.stringify(body).toLowerCase()
    const digits = text.replace(/[\s().-]/g, '')
    return details.filter((detail) => text.includes(detail) || digits.includes(detail))
  }

  it('shows nobody’s phone number or e-mail address to a viewer, in no list and no record (OQ-370)', async () => {
    const unread = new Set<string>()
    const read = new Set<string>()
    await readAll(app, viewer, (name, path, { status, body }) => {
      if (status === 200) read.add(name)
      else unread.add(name)
      expect([path, found(body)]).toEqual([path, []])
    })
    const mayRead = endpoints.filter(
      ({ endpoint: { method, permissions, name } }) =>
        method === 'GET' &&
        !unreadCalls.includes(name) &&
        permissions.every((one) => viewerHas.includes(one)),
    )
    expect(mayRead.map(({ endpoint }) => endpoint.name).filter((name) => !read.has(name))).toEqual([])
    // An owner sees them at the same addresses.
    let withDetails = 0
    await readAll(app, await app.tokenFor('asha.rao@greenroom.example'), (_name, _path, { body }) => {
      if (found(body).length > 0) withDetails++
    })
    expect(withDetails).toBeGreaterThan(100)
  }, 120_000)

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

  it('masks the record that a write returns', async () => {
    const editor = await app.tokenFor('dev.patel@greenroom.example')
    const [masterclass] = (await app.call('GET', '/admin/masterclasses?limit=1', { token: editor })).body.data
    const answer = await app.call('POST', `/admin/masterclass/${masterclass._id}`, {
      token: editor,
      form: { title: masterclass.title },
      headers: { 'if-match': `"${masterclass.version}"` },
    })
    expect([answer.status, answer.body.message]).toEqual([200, answer.body.message])
    expect(found(answer.body)).toEqual([])
    expect(isMasked(answer.body.data.creator_id.phone)).toBe(true)
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

  it('masks a phone and an e-mail address in whatever text somebody wrote them (OQ-551)', async () => {
    const written = 'Qu 98111 22005 leak@quillon.example'
    const json = JSON.stringify({ utm_campaign: written, note: '77 Wisteria Lane', [written]: 'x' })
    details = [
      'leak@quillon.example',
      '9811122005',
      'leak%40quillon.example',
      '77 wisteria lane',
      'wisteria%20lane',
    ]
    const filled: string[] = []
    await app.database.kysely.transaction().execute(async (db) => {
      // Notes never change otherwise, and counts of sources are no concern here.
      await sql`set local session_replication_role = replica`.execute(db)
      for (const table of Object.keys(personalTables)) {
        for (const [column, kind] of Object.entries(personalColumns(table))) {
          const name = `${table}.${column}`
          if (unwritten.includes(name) || /(^|_)(email|phone)$/.test(column)) continue
          const { numAffectedRows } =
            kind === 'json'
              ? await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${json}::jsonb`.execute(db)
              : await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${written}
                  where ${sql.ref(column)} is not null`.execute(db)
          if (Number(numAffectedRows) > 0) filled.push(name)
        }
      }
      await sql`update transaction set billing_address = '77 Wisteria Lane', billing_name = ${written},
        campaign = ${written}, zoom_join_url = ${`https://zoom.example/j/1?uname=leak%40quillon.example&a=77%20Wisteria%20Lane`}`.execute(
        db,
      )
      await sql`update lead set close_note = ${written} where close_reason is not null`.execute(db)
      await sql`update post set user_id = (select id from app_user limit 1)`.execute(db)
      await sql`update post_poll_option set option = ${written}`.execute(db)
    })
    expect(filled).toEqual(
      expect.arrayContaining([
        ...[
          'app_user.description',
          'app_user.designation',
          'app_user.first_name',
          'comment.message',
          'creator.last_name',
        ],
        ...[
          'lead.meta',
          'post.message',
          'registration.source',
          'transaction.source',
          'transaction.user_first_name',
        ],
      ]),
    )
    const shown = new Set<string>()
    await readAll(app, viewer, (name, path, { body }) => {
      expect([path, found(body)]).toEqual([path, []])
      if (JSON.stringify(body).includes('•••')) shown.add(name)
    })
    // The texts are there: what was found is masked.
    expect([...shown]).toEqual(
      expect.arrayContaining([
        ...[
          'getLead',
          'getTransaction',
          'listTransactions',
          'listPosts',
          'getPost',
          'listReportedUsers',
          'listReportedComments',
        ],
        ...[
          'getPersonPage',
          'listPersonTimeline',
          'listRegistrations',
          'search',
          'listCreators',
          'getCalendar',
          'getMasterclass',
        ],
      ]),
    )
    const { data: lead } = (await app.call('GET', '/admin/advisory/bookings?limit=1', { token: viewer })).body
    expect(lead.bookings[0].meta).toEqual({
      utm_campaign: 'Qu •••2005 l•••@quillon.example',
      note: '•••',
      'Qu •••2005 l•••@quillon.example': '•••',
    })
  }, 120_000)

  it('masks exported columns like responses (OQ-551)', async () => {
    for (const text of [
      'Call +91 98111-22005 now',
      'to=leak%40quillon.example&x=1',
      'a.b@c.example, 12 11 2026',
      '',
    ]) {
      const { rows } = await sql<{ masked: string }>`
        select ${sql.raw(maskedNote('written'))} as masked from (select ${text}::text as written) as texts`.execute(
        app.database.kysely,
      )
      expect(rows[0]?.masked).toBe(mask('note', text))
    }
  })

  it('shows the provider’s own posts as they are, because staff edit them (OQ-551)', async () => {
    const message = 'Write to us: help@provider.example, 98111 22005'
    const editor = await app.tokenFor('dev.patel@greenroom.example')
    const made = await app.call('POST', '/admin/activity', { token: editor, form: { message } })
    expect(made.body.data, JSON.stringify(made.body)).toMatchObject({ message, is_own: true })
    const read = await app.call('GET', `/admin/activity/${made.body.data._id}`, { token: editor })
    expect(read.body.data.post.message).toBe(message)
  })
})
