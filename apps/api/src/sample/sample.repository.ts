import type { EventPrice } from '@greenroom/contract/sessions/event/event.schema'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { MembershipRow } from '../modules/money/membership/membership.repository.ts'
import type { Database } from '../platform/database/database.ts'
import { rowSet } from '../platform/database/row-set.ts'
import type { DB } from '../platform/database/tables.ts'

/** A user as the public product would have stored it. */
export interface SampleUser {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string
  description: string
  username: string
  designation: string
  is_opc: boolean
  profile_picture_key: string | null
  created_at: Date
  updated_at: Date
}

/** A transaction as the public product would have stored it. */
export type SampleTransaction = Insertable<DB['transaction']> & { created_at: Date }

/** A post of the provider or of a member. */
export type SamplePost = Insertable<DB['post']> & { created_at: Date }

export type SamplePostAttachment = Insertable<DB['post_attachment']>

export type SamplePostOption = Insertable<DB['post_poll_option']>

export type SampleComment = Insertable<DB['comment']>

export type SampleReport = Insertable<DB['report']>

export type SampleBanner = Insertable<DB['banner']>

export type SampleBannerFile = Insertable<DB['banner_file']>

export type SampleNews = Insertable<DB['news']>

export type SampleRefund = Insertable<DB['refund']>

/** Tells whether the database is empty: without a creator there is no masterclass either. */
export async function isEmpty(db: Database): Promise<boolean> {
  return (await db.selectFrom('creator').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Makes other processes that add sample data wait until the transaction ends. */
export async function lockSampleData(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('sample-data'))`.execute(db)
}

/** Inserts staff; an existing address stays as it is. */
export async function insertStaff(db: Database, staff: Insertable<DB['staff']>[]): Promise<void> {
  await db
    .insertInto('staff')
    .values(staff)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Inserts users; an existing id stays as it is. */
export async function insertUsers(db: Database, users: SampleUser[]): Promise<void> {
  await db
    .insertInto('app_user')
    .values(users)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** What a user said about marketing. */
export interface SampleConsent {
  user_id: string
  channel: string
  is_given: boolean
  at: Date
  source: string
  agreed_to: string | null
  note: string | null
  recorded_by: string | null
  recorded_at: Date
}

/** Inserts what users said; insert these first. @returns how many */
export async function insertConsents(db: Database, consents: SampleConsent[]): Promise<number> {
  const types = {
    user_id: 'uuid',
    channel: 'text',
    is_given: 'boolean',
    at: 'timestamptz',
    source: 'text',
    agreed_to: 'text',
    note: 'text',
    recorded_by: 'text',
    recorded_at: 'timestamptz',
  }
  const { numAffectedRows } = await sql`
    insert into person_consent (person_id, channel, is_given, at, source, record_id, agreed_to, note, recorded_by,
      recorded_at)
    select app_user.person_id, channel, is_given, at, source, case when source = 'account' then app_user.id end,
      agreed_to, note, recorded_by, recorded_at
    from ${rowSet('consent', types, consents as (SampleConsent & Record<string, unknown>)[])}
    join app_user on app_user.id = consent.user_id
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Inserts memberships, which otherwise only the public product creates. */
export async function insertMemberships(db: Database, memberships: MembershipRow[]): Promise<void> {
  await db.insertInto('membership').values(memberships).execute()
}

/** Inserts transactions with one statement, so that the counts by day are updated once. */
export async function insertTransactions(db: Database, transactions: SampleTransaction[]): Promise<void> {
  await db.insertInto('transaction').values(transactions).execute()
}

/** Inserts notes about transactions; insert these first. */
export async function insertTransactionNotes(
  db: Database,
  notes: Insertable<DB['transaction_note']>[],
): Promise<void> {
  await db.insertInto('transaction_note').values(notes).execute()
}

/** Inserts settled refunds; insert their transactions first. */
export async function insertRefunds(db: Database, refunds: SampleRefund[]): Promise<void> {
  await db.insertInto('refund').values(refunds).execute()
}

/** Inserts posts, each kind of row with one statement. */
export async function insertPosts(
  db: Database,
  rows: { posts: SamplePost[]; attachments: SamplePostAttachment[]; options: SamplePostOption[] },
): Promise<void> {
  await db.insertInto('post').values(rows.posts).execute()
  if (rows.attachments.length > 0) await db.insertInto('post_attachment').values(rows.attachments).execute()
  if (rows.options.length > 0) await db.insertInto('post_poll_option').values(rows.options).execute()
}

/** Inserts comments; a reply comes after its comment or together with it. */
export async function insertComments(db: Database, comments: SampleComment[]): Promise<void> {
  await db.insertInto('comment').values(comments).execute()
}

/** Inserts reports with one statement, so that their summary is updated once. */
export async function insertReports(db: Database, reports: SampleReport[]): Promise<void> {
  await db.insertInto('report').values(reports).execute()
}

/** Inserts banners, and then their files. */
export async function insertBanners(
  db: Database,
  banners: SampleBanner[],
  files: SampleBannerFile[],
): Promise<void> {
  await db.insertInto('banner').values(banners).execute()
  await db.insertInto('banner_file').values(files).execute()
}

/** Inserts news snippets with one statement. */
export async function insertNewsSnippets(db: Database, snippets: SampleNews[]): Promise<void> {
  await db.insertInto('news').values(snippets).execute()
}

/** Lists masterclasses that were published, by start time, each with its joining link if it has a meeting. */
export function publishedMasterclasses(
  db: Database,
): Promise<(Selectable<DB['masterclass']> & { join_url: string | null })[]> {
  return db
    .selectFrom('masterclass')
    .leftJoin('meeting', 'meeting.owner_id', 'masterclass.id')
    .selectAll('masterclass')
    .select('meeting.join_url')
    .where('masterclass.is_active', '=', true)
    .orderBy('masterclass.start_time')
    .execute()
}

/** Lists published paid events and webinars, the earliest first, with their joining links. */
export async function paidEvents(db: Database) {
  const rows = await db
    .selectFrom('event')
    .leftJoin('meeting', 'meeting.owner_id', 'event.id')
    .select([
      'event.id',
      'event.title',
      'event.event_type',
      'event.start_time',
      'event.prices',
      'meeting.join_url',
    ])
    .where('event.is_published', '=', true)
    .where('event.is_paid', '=', true)
    .orderBy('event.start_time')
    .execute()
  return rows.map((row) => ({ ...row, prices: row.prices as unknown as EventPrice[] }))
}

/** Returns free events and webinars that are published. */
export async function freeSessions(db: Database) {
  return db
    .selectFrom('event')
    .select(['id', 'start_time', 'total_tickets', 'total_tickets_sold'])
    .where('is_published', '=', true)
    .where('is_paid', '=', false)
    .orderBy('start_time')
    .orderBy('id')
    .execute()
}

/** A free sign-up as the public product would have sent it. */
export type SampleSignUp = Insertable<DB['registration']>

export async function insertSignUps(db: Database, signUps: SampleSignUp[]): Promise<void> {
  await db.insertInto('registration').values(signUps).execute()
}

/** Notes for three of four registrations of past sessions that the person came, and how long they stayed. */
export async function noteAttendance(db: Database, now: Date): Promise<void> {
  await sql`
    update registration set
      attended_at = session.start_time + (seat.place % 9) * interval '1 minute',
      attended_minutes = greatest(5, session.minutes - seat.place % 23)
    from (
      select id, start_time, (extract(epoch from end_time - start_time) / 60)::int as minutes from masterclass
      union all select id, start_time, (extract(epoch from end_time - start_time) / 60)::int from event
    ) as session,
    (select id, row_number() over (partition by session_id order by created_at, id) as place from registration) as seat
    where session.id = registration.session_id and seat.id = registration.id and session.start_time < ${now}
      and registration.given_back_at is null and seat.place % 4 > 0`.execute(db)
}

/** Sets the sold tickets of events to their registrations; those that staff marked as sold out keep theirs. */
export async function setTicketsSold(
  db: Database,
  { eventId, more }: { eventId: string; more: number },
): Promise<void> {
  await sql`
    update event set total_tickets_sold = registrations_of(id) + case id::text when ${eventId} then ${more}::int else 0 end
    where not sold_out`.execute(db)
}

export type SampleAdvisor = Insertable<DB['advisor']> & { created_at: Date }
export type SampleAdvisoryService = Insertable<DB['advisory_service']>
/** A lead as the public product would have stored it. */
export type SampleLead = Insertable<DB['lead']> & { created_at: Date }

/** Inserts advisory services and advisors, and their links. */
export async function insertAdvisoryPeople(
  db: Database,
  people: {
    services: SampleAdvisoryService[]
    advisors: SampleAdvisor[]
    links: Insertable<DB['advisory_service_advisor']>[]
  },
): Promise<void> {
  await db.insertInto('advisory_service').values(people.services).execute()
  await db.insertInto('advisor').values(people.advisors).execute()
  await db.insertInto('advisory_service_advisor').values(people.links).execute()
}

/** Inserts leads with their histories with one statement, so that the counts are updated once. */
export async function insertLeads(db: Database, leads: SampleLead[]): Promise<void> {
  await db.insertInto('lead').values(leads).execute()
}

/** Inserts short links with one statement. */
export async function insertShortlinks(
  db: Database,
  shortlinks: Insertable<DB['shortlink']>[],
): Promise<void> {
  await db.insertInto('shortlink').values(shortlinks).execute()
}

export type SampleDifference = Insertable<DB['gateway_difference']>

/** Lists orders of one status that were created in a span, the newest first. */
export function recentOrders(
  db: Database,
  { status, from, until }: { status: string; from: Date; until: Date },
): Promise<Selectable<DB['transaction']>[]> {
  return db
    .selectFrom('transaction')
    .selectAll()
    .where('status', '=', status)
    .where('amount', '>', 0)
    .where('created_at', '>=', from)
    .where('created_at', '<=', until)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Finds the newest processed refund with its payment. */
export function newestRefund(db: Database) {
  return db
    .selectFrom('refund')
    .innerJoin('transaction', 'transaction.id', 'refund.transaction_id')
    .selectAll('refund')
    .select('transaction.payment_id')
    .where('refund.state', '=', 'processed')
    .orderBy('refund.settled_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Sets what the checks of a pending order need. */
export async function updatePendingOrder(
  db: Database,
  id: string,
  values: Pick<Selectable<DB['transaction']>, 'gateway_order_id' | 'gateway_checked_at' | 'gateway_check_at'>,
): Promise<void> {
  await db.updateTable('transaction').set(values).where('id', '=', id).execute()
}

/** Inserts differences, and the complete comparison of a day that found them. */
export async function insertDifferences(
  db: Database,
  differences: SampleDifference[],
  comparisons: Insertable<DB['gateway_comparison']>[],
): Promise<void> {
  await db.insertInto('gateway_difference').values(differences).execute()
  await db.insertInto('gateway_comparison').values(comparisons).execute()
}

/** Inserts a membership of one year for each completed order of one. @returns how many */
export async function insertHeldMemberships(db: Database): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into membership_held (id, external_id, user_id, membership_id, order_reference, starts_at, ends_at,
      source_changed_at, created_at, updated_at)
    select gen_random_uuid(), 'held-' || reference_order_id, user_id, entity_id, reference_order_id, completed_at,
      completed_at + interval '1 year', completed_at, completed_at, completed_at
    from transaction where entity_type = 'membership' and status = 'completed' and completed_at is not null`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

/** Labels every ninth person who bought something. The list then shows everybody at once. @returns how many labels */
export async function insertPersonLabels(db: Database, now: Date): Promise<number> {
  await sql`select refresh_person_figures(array(select id from person))`.execute(db)
  const { numAffectedRows } = await sql`
    insert into person_label (person_id, label, added_by, added_at)
    select person_id, (array['Long-time member', 'Asked for a call', 'Speaker', 'Press'])[1 + place % 4],
      'meera.nair@greenroom.example', ${now}::timestamptz
    from (
      select person_id, row_number() over (order by spent_inr desc, person_id)::int as place
      from person_figure where orders > 0
    ) as buyer
    where place % 9 = 1`.execute(db)
  await sql`delete from person_figure_change`.execute(db)
  return Number(numAffectedRows ?? 0)
}
