import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FoundUser } from '@greenroom/contract/community/user/user.endpoints'
import { Coupon, CouponLink, NewCoupon } from '@greenroom/contract/money/coupon/coupon.schema'
import { Creator, NewCreator } from '@greenroom/contract/sessions/creator/creator.schema'
import { eventErrors, eventGroup } from '@greenroom/contract/sessions/event/event.rules'
import { Event, eventFields } from '@greenroom/contract/sessions/event/event.schema'
import {
  masterclassGroup,
  masterclassGroups,
} from '@greenroom/contract/sessions/masterclass/masterclass.rules'
import {
  attendanceTypes,
  communityLinkTypes,
  Masterclass,
  masterclassFields,
} from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { isWebAddress } from '@greenroom/contract/web-address'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUserService } from '../modules/community/user/user.service.ts'
import { createCouponService } from '../modules/money/coupon/coupon.service.ts'
import { createCouponLinks } from '../modules/money/coupon/coupon-link.service.ts'
import { createMembershipService } from '../modules/money/membership/membership.service.ts'
import { createCreatorService } from '../modules/sessions/creator/creator.service.ts'
import { createEventPublishing } from '../modules/sessions/event/event-publishing.service.ts'
import { createEventReads } from '../modules/sessions/event/event-reads.service.ts'
import { createMasterclassService } from '../modules/sessions/masterclass/masterclass.service.ts'
import { createMasterclassPublishing } from '../modules/sessions/masterclass/masterclass-publishing.service.ts'
import { createMasterclassReads } from '../modules/sessions/masterclass/masterclass-reads.service.ts'
import { createMasterclassRecords } from '../modules/sessions/masterclass/masterclass-record.service.ts'
import { createAccountBookings } from '../modules/sessions/meeting/account-bookings.service.ts'
import { createMeetingService } from '../modules/sessions/meeting/meeting.service.ts'
import { createMeetingCalls } from '../modules/sessions/meeting/meeting-call.service.ts'
import { systemActor } from '../platform/audit/actor.ts'
import { startCall } from '../platform/call.ts'
import { createTestDatabase, type TestDatabase } from '../platform/database/test-database.ts'
import { createFiles, type Files, keyOfUrl } from '../platform/files/files.ts'
import { createFolderFileStore } from '../platform/files/folder-file-store.ts'
import { chooseMeetings } from '../platform/meetings/choose-meetings.ts'
import { readSettings, type Settings } from '../settings.ts'
import { isEmpty } from './sample.repository.ts'
import { addSampleData } from './sample-data.ts'
import { kolkataTime } from './sample-time.ts'

const log = pino({ level: 'silent' })
const mondayMorning = new Date('2026-11-23T04:10:00Z')
const sundayNight = new Date('2026-11-22T18:20:00Z')
const leapDay = new Date('2028-02-29T09:00:00Z')
const clocks = [
  ['a Monday morning', mondayMorning],
  ['a Sunday night', sundayNight],
  ['29 February', leapDay],
] as const

let folder: string
let database: TestDatabase
let files: Files
let settings: Settings
const store = () => createFolderFileStore(join(folder, 'files'))

async function prepare(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'sample-data-'))
  await mkdir(join(folder, 'files'))
  database = await createTestDatabase()
  files = createFiles({ store: store(), db: database.kysely, log })
  settings = readSettings({ DATA_DIR: folder })
}

async function remove(): Promise<void> {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
}

/** Adds the sample data once for all tests of a group: drawing its pictures takes two seconds of processor time. */
function addOnceForGroup(now: Date): void {
  beforeAll(async () => {
    await prepare()
    await add(now)
  })
  afterAll(remove)
}

function add(now: Date, changed: Partial<Settings> = {}) {
  return addSampleData({
    db: database.kysely,
    files,
    clock: { now: () => now },
    spoolFolder: join(folder, 'spool'),
    settings: { ...settings, ...changed },
    log,
  })
}

function services(now: Date) {
  const clock = { now: () => now }
  const creators = createCreatorService()
  const provider = chooseMeetings(settings, { clock, log })
  const bookings = createAccountBookings(settings)
  const meetings = createMeetingService({
    bookings,
    calls: createMeetingCalls({ provider, settings, clock, log }),
  })
  const records = createMasterclassRecords(settings)
  const masterclasses = {
    ...createMasterclassReads(records),
    ...createMasterclassService({ records, creators, meetings, files, settings }),
    ...createMasterclassPublishing({ records, meetings }),
  }
  const targets = { masterclass: masterclasses, membership: createMembershipService() }
  return {
    call: startCall({ db: database.kysely, clock }),
    creators,
    bookings,
    masterclasses,
    events: { ...createEventReads(), ...createEventPublishing({ meetings }) },
    coupons: { ...createCouponService(), ...createCouponLinks({ targets }) },
    users: createUserService(),
  }
}

const everything = { limit: 200, offset: 0 }

async function bytesOf(key: string): Promise<Buffer> {
  const opened = await files.open(database.kysely, key)
  if (!opened) throw new Error('There is no such file.')
  return Buffer.concat(await opened.stream.toArray())
}

async function storedKeys(): Promise<string[]> {
  const keys: string[] = []
  for await (const key of store().list()) keys.push(key)
  return keys.sort()
}

async function keysWithRow(): Promise<string[]> {
  const rows = await database.kysely.selectFrom('file').select('key').orderBy('key').execute()
  return rows.map((row) => row.key)
}

describe.each(clocks)('on %s', (_, now) => {
  addOnceForGroup(now)

  test('fills every group of masterclasses with valid records', async () => {
    const db = database.kysely
    const { call, masterclasses, creators, coupons, users, bookings } = services(now)
    const classes = await masterclasses.list(call, everything)
    const groups = Object.fromEntries(
      masterclassGroups.map((group) => [
        group,
        classes.filter((one) => masterclassGroup(one, now) === group),
      ]),
    )
    expect(groups.active?.length).toBeGreaterThanOrEqual(8)
    expect(groups.draft?.length).toBeGreaterThanOrEqual(6)
    expect(groups.past?.length).toBeGreaterThanOrEqual(8)
    expect(new Set(groups.past?.map((one) => one.is_active))).toEqual(new Set([true, false]))
    expect(new Set(classes.map((one) => one.attendance_type))).toEqual(new Set(attendanceTypes))
    expect(new Set(classes.map((one) => one.zoom_hub_name))).toEqual(new Set(['zoom_1', 'zoom_2', 'zoom_4']))
    expect(classes.some((one) => one.title.length === 40)).toBe(true)
    expect(groups.draft?.filter((one) => one.banner === null)).toHaveLength(1)
    expect(new Set(classes.map((one) => one.title)).size).toBe(classes.length)
    for (const one of classes) {
      Masterclass.parse(one)
      for (const field of [
        'title',
        'description',
        'start_time',
        'end_time',
        'zoom_hub_name',
        'prices',
        'links',
      ] as const) {
        expect(masterclassFields[field].safeParse(one[field]), `${one.title}: ${field}`).toMatchObject({
          success: true,
        })
      }
      expect(one.description.split(/[.?] (?=[A-Z])/).length).toBeGreaterThanOrEqual(2)
      for (const price of one.prices) expect(price.original_price).toBeGreaterThan(price.current_price)
      expect(one.links.length).toBeGreaterThanOrEqual(1)
      expect(one.links.length).toBeLessThanOrEqual(3)
      for (const link of one.links) expect(communityLinkTypes).toContain(link.name)
      expect(Date.parse(one.end_time)).toBeGreaterThan(Date.parse(one.start_time))
      expect(Date.parse(one.created_at)).toBeLessThan(Math.min(now.getTime(), Date.parse(one.start_time)))
      expectBelievableTime(new Date(one.start_time))
    }
    expect(classes.flatMap((one) => one.links).filter((link) => !link.is_active)).toHaveLength(1)

    const people = await creators.list(call, everything)
    expect(people).toHaveLength(12)
    for (const one of people) {
      Creator.parse(one)
      NewCreator.parse(one)
    }

    const codes = await coupons.search(call, everything)
    expect(codes).toHaveLength(15)
    for (const one of codes) {
      Coupon.parse(one)
      NewCoupon.parse(one)
    }
    expect(codes.some((one) => Date.parse(one.valid_till) < now.getTime())).toBe(true)
    for (const one of groups.active?.sort((a, b) => a.start_time.localeCompare(b.start_time)).slice(0, 5) ??
      []) {
      const links = await coupons.listForEntity(call, { entityId: one._id, ...everything })
      for (const link of links) CouponLink.parse(link)
      expect(links.length, one.title).toBeGreaterThanOrEqual(1)
      expect(links.length, one.title).toBeLessThanOrEqual(3)
    }

    const team = await users.search(call, { email: 'team@', ...everything })
    expect(team.map((one) => FoundUser.parse(one))).toMatchObject([
      { _id: settings.ADMIN_POST_USER_ID, first_name: 'Greenroom', last_name: 'Team' },
    ])
    const { count } = await db
      .selectFrom('app_user')
      .select((query) => query.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(42)

    const clashing: string[] = []
    for (const one of [...(groups.active ?? []), ...(groups.draft ?? [])]) {
      const span = { start: new Date(one.start_time), end: new Date(one.end_time) }
      const accounts = await bookings.byAccount(call, span, one._id)
      if (!accounts.find((account) => account.zoom_hub_name === one.zoom_hub_name)?.free)
        clashing.push(one.title)
    }
    expect(clashing).toEqual(['Freelancers: GST, TDS, advance tax'])
  })

  test('fills every group of events and webinars with valid records', async () => {
    const { call, events, bookings } = services(now)
    const all = await events.list(call, { sort_by: '1', ...everything })
    const of = (type: Event['event_type'], group: string) =>
      all.filter((one) => one.event_type === type && eventGroup(one, now) === group)
    const groups = {
      active: of('OFFLINE', 'active'),
      past: of('OFFLINE', 'past'),
      activeWebinars: of('ONLINE', 'active'),
      draftWebinars: of('ONLINE', 'draft'),
      pastWebinars: of('ONLINE', 'past'),
    }
    for (const [name, group] of Object.entries(groups)) {
      expect(group.length, name).toBeGreaterThanOrEqual(6)
      const has = (what: (one: Event) => boolean) => group.some(what) && group.some((one) => !what(one))
      expect(
        has((one) => one.is_paid),
        `${name}: paid and free`,
      ).toBe(true)
      expect(
        has((one) => one.is_unlimited_tickets),
        `${name}: limited and unlimited`,
      ).toBe(true)
      expect(
        has((one) => one.member_only),
        `${name}: members only`,
      ).toBe(true)
      expect(
        has((one) => one.is_active),
        `${name}: hidden`,
      ).toBe(true)
      if (name !== 'draftWebinars')
        expect(
          has((one) => one.sold_out),
          `${name}: sold out`,
        ).toBe(true)
    }
    expect(groups.active.some((one) => !one.is_published)).toBe(true)
    expect(groups.pastWebinars.some((one) => !one.is_published)).toBe(true)
    expect(all.filter((one) => one.banner === null)).toHaveLength(1)
    expect(all.some((one) => one.ticket_banner !== null)).toBe(true)
    expect(all.some((one) => one.post_event_banner !== null)).toBe(true)
    expect(new Set(all.map((one) => one.title)).size).toBe(all.length)

    for (const one of all) {
      Event.parse(one)
      const what = `${one.title}: `
      for (const field of [
        'title',
        'description',
        'start_time',
        'location',
        'city',
        'prices',
        'discount',
      ] as const) {
        expect(eventFields[field].safeParse(one[field]), what + field).toMatchObject({ success: true })
      }
      const creator_id = one.creator_id?._id ?? null
      expect(eventErrors({ ...one, creator_id }, 'create'), what).toEqual([])
      expect(one.is_paid, what).toBe(one.prices.length > 0)
      if (one.sold_out) expect(one.total_tickets_sold, what).toBe(one.total_tickets)
      if (one.event_type === 'OFFLINE') expect(isWebAddress(one.google_map_location), what).toBe(true)
      for (const price of one.prices) {
        expect(price.original_price ?? Number.POSITIVE_INFINITY).toBeGreaterThan(price.current_price)
        expect(price.member_price ?? 0).toBeLessThan(price.current_price)
      }
      expect(one.description.split(/[.?:] (?=[A-Z])/).length, what).toBeGreaterThanOrEqual(2)
      expect(Date.parse(one.end_time)).toBeGreaterThan(Date.parse(one.start_time))
      expect(Date.parse(one.created_at)).toBeLessThan(Math.min(now.getTime(), Date.parse(one.start_time)))
      expectBelievableTime(new Date(one.start_time))
    }

    const clashing: string[] = []
    for (const one of all) {
      if (one.zoom_hub_name === null) continue
      const span = { start: new Date(one.start_time), end: new Date(one.end_time) }
      const accounts = await bookings.byAccount(call, span, one._id)
      const account = accounts.find((found) => found.zoom_hub_name === one.zoom_hub_name)
      for (const clash of account?.clashes ?? []) clashing.push(`${one.title} / ${clash.kind} ${clash.title}`)
    }
    expect(clashing).toEqual(['An emergency fund that earns its keep / masterclass First salary, first SIP'])
  })
})

function expectBelievableTime(start: Date): void {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kolkata',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  const parts = Object.fromEntries(format.formatToParts(start).map(({ type, value }) => [type, value]))
  expect(['00', '30']).toContain(parts.minute)
  const [first, last] = parts.weekday === 'Sat' || parts.weekday === 'Sun' ? [10, 11] : [18, 20]
  expect(Number(parts.hour)).toBeGreaterThanOrEqual(first)
  expect(Number(parts.hour)).toBeLessThanOrEqual(last)
}

describe('the records of a Monday morning', () => {
  addOnceForGroup(mondayMorning)

  test('gives each record its own small, valid image', async () => {
    const { call, masterclasses, events } = services(mondayMorning)
    const classes = await masterclasses.list(call, everything)
    const shown = (await events.list(call, { sort_by: '1', ...everything })).flatMap((one) =>
      [one.banner, one.ticket_banner, one.post_event_banner].map((url) => ({ _id: one._id, banner: url })),
    )
    const pictures = [...classes, ...shown].filter(({ banner }) => banner !== null)
    const seen = new Set<string>()
    const formats = new Set<string>()
    for (const { _id, banner } of pictures) {
      const key = keyOfUrl(banner ?? '')
      if (!key) throw new Error('There is a picture with another address.')
      const bytes = await bytesOf(key)
      expect(bytes.length).toBeLessThan(120_000)
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
      expect(info).toMatchObject({ width: 1200, height: 675 })
      // An empty image would have a single colour.
      const { channels } = await sharp(data, { raw: info }).stats()
      expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(10)
      const row = await database.kysely
        .selectFrom('file')
        .selectAll()
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ owner_id: _id, byte_size: bytes.length, width: 1200, height: 675 })
      seen.add(row.sha256)
      formats.add(row.media_type)
    }
    expect(seen.size).toBe(pictures.length)
    expect(pictures.length).toBeGreaterThan(classes.length + 20)
    expect(formats).toEqual(new Set(['image/jpeg', 'image/png', 'image/webp']))
    expect(await storedKeys()).toEqual(await keysWithRow())
    expect(await readdir(join(folder, 'spool'))).toEqual([])
  })

  test('gives published masterclasses and webinars meetings that the sandbox knows', async () => {
    const db = database.kysely
    const rows = await db.selectFrom('meeting').selectAll().execute()
    const published = [
      ...(await db.selectFrom('masterclass').selectAll().where('is_active', '=', true).execute()).map(
        (one) => ({
          ...one,
          kind: 'masterclass',
        }),
      ),
      ...(
        await db
          .selectFrom('event')
          .selectAll()
          .where('event_type', '=', 'ONLINE')
          .where('is_published', '=', true)
          .execute()
      ).map((one) => ({ ...one, kind: 'webinar' })),
    ]
    expect(rows.map((row) => row.owner_id).sort()).toEqual(published.map((one) => one.id).sort())
    expect(rows.filter((row) => row.kind === 'webinar').length).toBeGreaterThanOrEqual(11)
    for (const row of rows) {
      const owner = published.find((one) => one.id === row.owner_id)
      expect(row).toMatchObject({
        state: 'created',
        is_booked: true,
        reserved_until: null,
        kind: owner?.kind,
        title: owner?.title,
        start_time: owner?.start_time,
        end_time: owner?.end_time,
        zoom_hub_name: owner?.zoom_hub_name,
      })
      expect(row.told_title).toBe(row.title)
      expect(row.told_start_time).toEqual(row.start_time)
      expect(row.told_end_time).toEqual(row.end_time)
      const clock = { now: () => mondayMorning }
      const known = await chooseMeetings(settings, { clock, log }).find(
        row.zoom_hub_name as 'zoom_1',
        row.reference,
        { startTime: row.start_time },
      )
      expect(known).toEqual({ providerMeetingId: row.provider_meeting_id, joinUrl: row.join_url })
    }
  })

  // The tests from here on change records, each its own.
  test('publishes the draft webinar over its clash, with a warning', async () => {
    const { call, events } = services(mondayMorning)
    const all = await events.list(call, { event_type: 'ONLINE', sort_by: '1', ...everything })
    const draft = all.find((one) => one.title === 'An emergency fund that earns its keep')
    const { event, warnings } = await events.publish(call, draft?._id ?? '')
    expect(event.is_published).toBe(true)
    expect(warnings[0]?.clashes).toMatchObject([{ kind: 'masterclass', title: 'First salary, first SIP' }])
  })

  test('deactivates, edits and publishes a masterclass again', async () => {
    const db = database.kysely
    const { call, masterclasses } = services(mondayMorning)
    const filter = { status: 'active' as const, limit: 1, offset: 0 }
    const [first] = await masterclasses.list(call, filter)
    if (!first) throw new Error('There is no active masterclass.')
    const before = await db
      .selectFrom('meeting')
      .selectAll()
      .where('owner_id', '=', first._id)
      .executeTakeFirst()
    await masterclasses.setStatus(call, first._id, false)
    const changes = { title: 'Edited title' }
    await masterclasses.update(call, first._id, changes, undefined)
    const { masterclass } = await masterclasses.publish(call, first._id)
    expect(masterclass).toMatchObject({ is_active: true, title: 'Edited title' })
    const after = await db
      .selectFrom('meeting')
      .selectAll()
      .where('owner_id', '=', first._id)
      .executeTakeFirst()
    expect(after).toMatchObject({
      provider_meeting_id: before?.provider_meeting_id,
      told_title: 'Edited title',
      is_booked: true,
    })
  })
})

describe('an addition', () => {
  beforeEach(prepare)
  afterEach(remove)

  test('books places without creating meetings at a real provider', async () => {
    await add(mondayMorning, {
      ZOOM_1_ACCOUNT_ID: 'account',
      ZOOM_1_CLIENT_ID: 'client',
      ZOOM_1_CLIENT_SECRET: 'secret',
      ZOOM_BASE_URL: 'http://127.0.0.1:9',
      ZOOM_OAUTH_URL: 'http://127.0.0.1:9',
    })
    const rows = await database.kysely.selectFrom('meeting').selectAll().execute()
    expect(rows.length).toBeGreaterThanOrEqual(8)
    for (const row of rows) {
      expect(row).toMatchObject({
        state: 'failed',
        is_booked: true,
        provider_meeting_id: null,
        told_title: null,
      })
    }
  })

  test('adds nothing the second time, and audits the addition once', async () => {
    const db = database.kysely
    expect(await isEmpty(db)).toBe(true)
    await add(mondayMorning)
    expect(await isEmpty(db)).toBe(false)
    const keys = await storedKeys()
    const meetings = await readFile(join(folder, 'sandbox-meetings.jsonl'), 'utf8')
    await add(leapDay)
    expect(await storedKeys()).toEqual(keys)
    expect(await readFile(join(folder, 'sandbox-meetings.jsonl'), 'utf8')).toBe(meetings)
    const { call, creators } = services(mondayMorning)
    expect(await creators.list(call, everything)).toHaveLength(12)
    const entries = await db.selectFrom('audit_entry').selectAll().execute()
    expect(entries).toMatchObject([
      {
        action: 'sample.add',
        actor_id: systemActor.id,
        after: { creators: 12, users: 41, masterclasses: 25, events: 31 },
      },
    ])
  })

  test('leaves a database with a creator alone', async () => {
    const creator = {
      first_name: 'Asha',
      last_name: 'Rao',
      email: 'asha@example.com',
      phone: '+919800000000',
    }
    const { call, creators } = services(mondayMorning)
    await creators.create(call, creator)
    await add(mondayMorning)
    expect(await creators.list(call, everything)).toHaveLength(1)
    expect(await storedKeys()).toEqual([])
  })

  test('adds once for two concurrent calls, without images that have no row', async () => {
    await Promise.all([add(mondayMorning), add(mondayMorning)])
    const { call, creators, masterclasses } = services(mondayMorning)
    expect(await creators.list(call, everything)).toHaveLength(12)
    expect(await masterclasses.list(call, everything)).toHaveLength(25)
    expect(await storedKeys()).toEqual(await keysWithRow())
  })
})

test('starts a day in Kolkata five and a half hours before UTC', () => {
  expect(kolkataTime(new Date('2026-11-22T18:29:59Z'), 0, '10:30').toISOString()).toBe(
    '2026-11-22T05:00:00.000Z',
  )
  expect(kolkataTime(new Date('2026-11-22T18:30:00Z'), 0, '10:30').toISOString()).toBe(
    '2026-11-23T05:00:00.000Z',
  )
  expect(kolkataTime(new Date('2028-02-29T09:00:00Z'), 1, '19:00').toISOString()).toBe(
    '2028-03-01T13:30:00.000Z',
  )
})
