import { createHash } from 'node:crypto'
import { erasureSteps, PersonRecordKind } from '@greenroom/contract/people/person/personal-data.schema'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../platform/database/test-database.ts'
import { createTestApp, type TestApp } from '../../../test-app.ts'
import { leaveTraces, needlesOf, newPerson, type Person, tablesWith } from '../../../test-person.ts'
import { makeComment, makeMemberPost, makeReport } from '../../../test-records.ts'
import { eraseTask } from './erasure-run.service.ts'
import { personalColumns, personalTables, personTables, wordsOf } from './personal-tables.ts'

type Entry = (typeof personalTables)[string]

const neverStopped = { attempt: 1, isLastAttempt: false, signal: new AbortController().signal }

/** Returns what an entry lacks. */
function lacksOf({ of, record, written, erased, blank, also, exported, columns, withheld, counted }: Entry) {
  const lacks: string[] = []
  const need = (is: unknown, part: string) => {
    if (!is) lacks.push(part)
  }
  const [effect, part, why] = erased ?? []
  const personal = [...wordsOf(record), ...Object.keys({ ...written, ...blank })]
  need(effect && part && why?.trim(), 'erased')
  if (erasureSteps.some((step) => step === part)) {
    need(of, 'of')
    if (effect === 'blanked') for (const column of personal) need(blank && column in blank, `blank ${column}`)
    // Otherwise the same rows would be found again without end.
    if (effect !== 'deleted' && typeof of === 'object' && 'account' in of) need(also?.[of.account], 'also')
    if (effect === 'unlinked') need(typeof of === 'object' && 'account' in of, 'of')
    need(effect !== 'kept' && (of !== 'order' || part === 'orders'), 'erased')
  }
  need(exported && Object.values(exported).every((text) => text.trim()), 'exported')
  if (exported && 'as' in exported) {
    need(of, 'of')
    need(columns, 'columns')
    for (const column of personal) {
      const isShown = new RegExp(`\\b${column}\\b`).test(columns ?? '')
      need(isShown !== Boolean(withheld?.[column]?.trim()), `columns ${column}`)
    }
  }
  need(counted && ('not' in counted ? counted.not.trim() : counted.length > 0), 'counted')
  return [...new Set(lacks)]
}

describe('the declaration of tables with rows of people', () => {
  it('has erasure, export and preview of each table, or says why not (OQ-730)', () => {
    const lacks = Object.entries(personalTables).map(([table, entry]) => [table, lacksOf(entry)])
    expect(lacks).toEqual(Object.keys(personalTables).map((table) => [table, []]))
  })

  it('counts each kind of the preview, with one effect, and exports each name once (OQ-730)', () => {
    const entries = Object.values(personalTables)
    for (const kind of PersonRecordKind.options) {
      const effects = entries.flatMap(({ counted, erased }) =>
        !('not' in counted) && counted.includes(kind) ? [erased[0]] : [],
      )
      expect([kind, new Set(effects).size]).toEqual([kind, 1])
    }
    const names = entries.flatMap(({ exported }) => ('as' in exported ? [exported.as] : []))
    expect(names).toEqual([...new Set(names)])
  })

  const complete: Entry = {
    of: 'person',
    record: 'channel',
    written: { text: 500 },
    erased: ['deleted', 'community', 'nobody needs it'],
    exported: { as: 'consents', by: 'given_at' },
    columns: 'channel, text',
    counted: ['note'],
  }
  const blanked: Entry = {
    ...complete,
    record: '',
    erased: ['blanked', 'community', 'x'],
    blank: { channel: "''", text: null },
  }

  it.each<[string, Partial<Entry>, Entry?]>([
    ['of', { of: undefined }],
    ['erased', { erased: undefined }],
    ['erased', { erased: ['deleted', 'community', ' '] }],
    ['erased', { erased: ['kept', 'community', 'x'] }],
    ['erased', { of: 'order' }],
    ['blank text', { blank: { channel: "''" } }, blanked],
    ['also', { of: { account: 'user_id' }, erased: ['unlinked', 'community', 'x'] }],
    ['also', { of: { account: 'user_id' } }, blanked],
    ['of', { erased: ['unlinked', 'community', 'x'] }],
    ['exported', { exported: undefined }],
    ['exported', { exported: { not: '' } }],
    ['columns', { columns: undefined, withheld: { channel: 'x', text: 'x' } }],
    ['columns channel', { columns: 'text' }],
    ['columns channel', { withheld: { channel: 'x' } }],
    ['columns text', { columns: 'channel, textual', withheld: { text: '' } }],
    ['counted', { counted: undefined }],
    ['counted', { counted: { not: '' } }],
    ['counted', { counted: [] }],
  ] as [string, Partial<Entry>, Entry?][])(
    'needs %s, and notices %j (OQ-730)',
    (part, change, whole = complete) => {
      expect(lacksOf(whole)).toEqual([])
      expect(lacksOf({ ...whole, ...change })).toEqual([part])
    },
  )
})

describe('the tables of the database', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.drop())

  const names = async (query: string) =>
    (await database.pool.query<{ name: string }>(query)).rows.map(({ name }) => name)

  it('are declared if they name a person, an account or an order (OQ-730)', async () => {
    const naming = await names(`
      select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and column_name in ('person_id', 'user_id', 'reporter_id', 'kept_id', 'transaction_id')
      union select conrelid::regclass::text from pg_constraint
      where confrelid in ('person'::regclass, 'app_user'::regclass, 'transaction'::regclass)`)
    expect(naming.length).toBeGreaterThan(20)
    expect(naming.filter((table) => !(table in personalTables))).toEqual([])
  })

  it('keep the person whom their rows name, or are deleted with them, as declared (OQ-730)', async () => {
    const ofPerson = (action: string) =>
      names(`select distinct conrelid::regclass::text as name from pg_constraint
        where confrelid = 'person'::regclass and conrelid <> confrelid and confdeltype ${action} 'c' order by 1`)
    expect(await ofPerson('<>')).toEqual([...personTables].sort())
    const dependent = Object.entries(personalTables).filter(([, { is }]) => is?.includes('dependent'))
    expect(await ofPerson('=')).toEqual(dependent.map(([table]) => table).sort())
  })

  it('have the flags and columns that are declared (OQ-730)', async () => {
    const columns = new Set(
      await names(`select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'public'`),
    )
    const missing = Object.entries(personalTables).flatMap(([table, { of, blank, also, is }]) => {
      const owned =
        of === 'person'
          ? ['person_id']
          : of === 'order'
            ? ['transaction_id']
            : of === undefined
              ? []
              : 'account' in of
                ? [of.account]
                : 'email' in of
                  ? [of.email]
                  : Object.keys(of.naming)
      const edited = is?.includes('edited') ? ['version', 'updated_at'] : []
      const used = [...owned, ...edited, ...Object.keys({ ...blank, ...also })]
      const isForgotten = of === 'person' && columns.has(`${table}.version`) && !is?.includes('edited')
      return [
        ...used.map((column) => `${table}.${column}`).filter((column) => !columns.has(column)),
        ...(isForgotten ? [`${table} is edited`] : []),
      ]
    })
    expect(missing).toEqual([])
  })
})

describe('a person with rows in each declared table', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  /** Leaves what the calls of `leaveTraces` don't leave. */
  async function leaveMoreTraces(user: string, { first_name, last_name, email }: Person): Promise<void> {
    const { kysely: db } = app.database
    const text = `Call ${email}`
    const order = sql`(select id from transaction where user_id = ${user}::uuid limit 1)`
    const post = await makeMemberPost(db)
    const binned = await makeMemberPost(db, { user_id: user, message: `Greetings from ${last_name}` })
    await makeReport(db, 'post', binned)
    await makeComment(db, { post_id: binned, user_id: user, message: text })
    const removed = { entity_id: binned, entity_type: 'activity' }
    expect((await app.call('POST', '/admin/report/remove', { json: removed })).status).toBe(200)
    const hash = createHash('sha256').update(email).digest('hex')
    for (const statement of [
      sql`insert into post_like (post_id, user_id, liked_at) values (${post}::uuid, ${user}::uuid, now())`,
      sql`insert into post_vote (post_id, user_id, option, cast_at)
        values (${post}::uuid, ${user}::uuid, ${first_name}, now())`,
      sql`insert into earlier_text (id, entity_type, entity_id, user_id, message, created_at, ended_at, is_deleted, kept_until)
        values (gen_random_uuid(), 'post', gen_random_uuid(), ${user}::uuid, ${text}, now(), now(), true, now())`,
      sql`insert into post_poll_option (post_id, position, option)
        select id, 0, ${first_name} from post where user_id = ${user}::uuid`,
      sql`insert into membership (id, name, currency_code, current_price, original_price, created_at, updated_at)
        values (gen_random_uuid(), 'Club', 'INR', 1, 1, now(), now())`,
      sql`insert into membership_held (id, external_id, user_id, membership_id, starts_at, source_changed_at, created_at,
          updated_at)
        select gen_random_uuid(), ${email}, ${user}::uuid, id, now(), now(), now(), now() from membership limit 1`,
      sql`insert into person_move (id, kind, person_id, kept_id, made_by, made_at, undoable_until)
        select gen_random_uuid(), 'merge', person_id, person_id, 'x', now(), now() from app_user where id = ${user}::uuid`,
      sql`insert into person_consent (person_id, channel, is_given, at, source, note, recorded_by)
        select person_id, 'email', true, now(), 'staff', ${text}, 'x' from app_user where id = ${user}::uuid`,
      sql`insert into person_label (person_id, label, added_by, added_at)
        select person_id, ${first_name}, 'x', now() from app_user where id = ${user}::uuid`,
      sql`insert into person_note (id, user_id, user_email, text, written_by, written_at)
        values (gen_random_uuid(), ${user}::uuid, ${email}, ${text}, 'x', now())`,
      sql`insert into refund (id, transaction_id, idempotency_key, state, amount, currency_code, requested_by,
          requested_at, note, reason)
        values (gen_random_uuid(), ${order}, ${user}, 'failed', 1, 'INR', 'x', now(), ${text}, ${text})`,
      sql`insert into gateway_difference (id, kind, subject, transaction_id, found_at, last_seen_at, sandbox, resolved_at,
          resolution, resolved_by, note)
        values (gen_random_uuid(), 'paid-twice', ${user}, ${order}, now(), now(), true, now(), 'staff', 'x', ${text})`,
      sql`insert into saved_view (id, staff_id, path, section, name, search, created_at, updated_at)
        select gen_random_uuid(), id, '/coupons', 'coupons', ${text}, '{}', now(), now() from staff limit 1`,
      sql`insert into intake_user (external_id_hash, user_id) values (${hash}, ${user}::uuid)`,
      sql`insert into export (id, kind, format, request, file_name, state, rows_total, requested_by, requested_by_email,
          requested_at, finished_at)
        values (gen_random_uuid(), 'transactions', 'csv', ${JSON.stringify({ text })}, 'x', 'failed', 0, 'x', 'x', now(),
          now())`,
    ]) {
      await statement.execute(db)
    }
    await app.call('GET', `/admin/personal-data/people?q=${encodeURIComponent(email)}`)
    await app.app.looks.flush()
  }

  it('is exported from each, counted under each kind, and erased in each (OQ-730)', async () => {
    const person = newPerson()
    const needles = needlesOf(person)
    const user = await leaveTraces(app, person)
    await leaveMoreTraces(user, person)
    const path = `/admin/personal-data/people/user.${user}`
    const { content } = (await app.call('POST', `${path}/export`)).body.data
    for (const [table, { exported, withheld = {} }] of Object.entries(personalTables)) {
      if ('not' in exported || table === 'tax_document') continue
      const columns = Object.keys(personalColumns(table)).filter((column) => !(column in withheld))
      expect([table, content[exported.as].length > 0]).toEqual([table, true])
      if (columns.length > 0)
        expect([table, needles.test(JSON.stringify(content[exported.as]))]).toEqual([table, true])
    }
    const { goes } = (await app.call('GET', path)).body.data as {
      goes: { kind: string; count: number; effect: string }[]
    }
    expect(goes.map(({ kind }) => kind).sort()).toEqual([...PersonRecordKind.options].sort())

    const json = { person: `user.${user}`, confirmation: person.email }
    const { body } = await app.call('POST', '/admin/personal-data/erasures', { json })
    const personal = Object.keys(personalTables).filter(
      (table) => Object.keys(personalColumns(table)).length > 0,
    )
    // A hash, keys of files, documents that are issued later, and addresses that no other person has.
    const hidden = ['intake_user', 'post_attachment', 'tax_document', 'shared_email']
    expect(
      (await tablesWith(app.database.kysely, needles)).filter((table) => table.startsWith('public.')),
    ).toEqual(
      expect.arrayContaining(
        personal.filter((table) => !hidden.includes(table)).map((table) => `public.${table}`),
      ),
    )
    await app.app.tasks[eraseTask]?.({ id: body.data._id }, neverStopped)
    const erased = (await app.call('GET', `/admin/personal-data/erasures/${body.data._id}`)).body.data
    expect(erased.state).toBe('erased')
    expect(erased.counts).toMatchObject(Object.fromEntries(goes.map(({ kind, count }) => [kind, count])))
    expect(await tablesWith(app.database.kysely, needles)).toEqual([])
    for (const [table, { of, erased }] of Object.entries(personalTables)) {
      if (of !== 'person' || erased[0] !== 'blanked') continue
      const { rows } =
        await sql`select from ${sql.table(table)} where person_id = ${body.data._id}::uuid`.execute(
          app.database.kysely,
        )
      expect([table, rows.length > 0]).toEqual([table, true])
    }
  })
})
