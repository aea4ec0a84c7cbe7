import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leadStatuses } from '@greenroom/contract/lead-status'
import {
  defaultAppSchemes,
  isReservedShortCode,
  shortlinkAddress,
} from '@greenroom/contract/marketing/shortlink/shortlink.rules'
import { NewShortlink, Shortlink } from '@greenroom/contract/marketing/shortlink/shortlink.schema'
import {
  Advisor,
  AdvisoryService,
  advisoryFields,
  Lead,
  NewAdvisor,
} from '@greenroom/contract/people/advisory/advisory.schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShortlinkService } from '../modules/marketing/shortlink/shortlink.service.ts'
import { createAdvisorService } from '../modules/people/advisory/advisor.service.ts'
import { createAdvisoryServices } from '../modules/people/advisory/advisory-service.service.ts'
import { createLeadService } from '../modules/people/advisory/lead.service.ts'
import { type Call, startCall } from '../platform/call.ts'
import { createTestDatabase, type TestDatabase } from '../platform/database/test-database.ts'
import { newFileKey } from '../platform/files/file-store.ts'
import { readSettings } from '../settings.ts'
import { advisorySample } from './advisory.sample.ts'
import { emptySample, type SampleContext } from './sample-context.ts'
import { shortlinkSample } from './shortlink.sample.ts'
import { userSample } from './user.sample.ts'

const everything = { limit: 200, offset: 0 }

describe.each([
  ['a Monday morning', new Date('2026-11-23T04:10:00Z')],
  ['a Sunday night', new Date('2026-11-22T18:20:00Z')],
  ['29 February', new Date('2028-02-29T09:00:00Z')],
])('on %s', (_, now) => {
  let folder: string
  let database: TestDatabase
  let call: Call

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sample-advisory-'))
    database = await createTestDatabase()
    call = startCall({ db: database.kysely, clock: { now: () => now } })
    const context: SampleContext = {
      db: database.kysely,
      now,
      settings: readSettings({ DATA_DIR: folder }),
      keepPicture: () => Promise.reject(new Error('No picture is needed.')),
      // Users have profile pictures, whose bytes are not needed here.
      async keepMedia(_name, ownerId) {
        const key = newFileKey('image/png')
        const file = { key, media_type: 'image/png', byte_size: 1, sha256: '', owner_id: ownerId }
        await database.kysely.insertInto('file').values(file).execute()
        return key
      },
      meetings: new Map(),
      ...emptySample(),
    }
    for (const { add } of [userSample, advisorySample, shortlinkSample]) await add(context)
  })
  afterAll(async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  test('adds valid services and advisors, one advisor without a service (ADV-01, ADV-02)', async () => {
    const services = await createAdvisoryServices().list(call, everything)
    const advisors = await createAdvisorService().list(call, everything)
    expect(services).toHaveLength(6)
    expect(advisors).toHaveLength(12)
    for (const service of services) {
      AdvisoryService.parse(service)
      advisoryFields.buffer_time.parse(service.buffer_time)
      advisoryFields.slot_time.parse(service.slot_time)
      expect((service.buffer_time % 60) + (service.slot_time % 60)).toBe(0)
      expect(service.advisors.length).toBeGreaterThan(0)
    }
    for (const advisor of advisors) {
      Advisor.parse(advisor)
      NewAdvisor.parse(advisor)
    }
    expect(advisors.filter((advisor) => advisor.services.length === 0)).toHaveLength(1)
  })

  test('adds leads in every status with plausible histories and origins (ADV-04, ADV-05, ADV-13)', async () => {
    const { bookings, count } = await createLeadService({
      BUSINESS_TIME_ZONE: 'Asia/Kolkata',
      MEETING_CLASHES: 'warn',
    }).list(call, everything)
    expect(count).toBeGreaterThanOrEqual(160)
    expect(bookings).toHaveLength(count)
    for (const status of leadStatuses) {
      expect(bookings.filter((lead) => lead.status === status).length, status).toBeGreaterThanOrEqual(3)
    }
    for (const lead of bookings) {
      Lead.parse(lead)
      const times = lead.status_history.map((entry) => entry.time)
      expect(times[0]).toBe(lead.created_at)
      expect([...times].sort(), lead.reference_record_id).toEqual(times)
      expect(new Set(times).size).toBe(times.length)
      expect((times.at(-1) ?? '') < now.toISOString(), lead.reference_record_id).toBe(true)
      expect(lead.status_history.at(-1)?.status).toBe(lead.status)
      expect(lead.created_at < lead.start_time).toBe(true)
      if (lead.status === 'DISCUSSION_COMPLETED') expect(lead.advisor).not.toBeNull()
    }
    const upcoming = bookings.filter((lead) => lead.start_time > now.toISOString())
    expect(upcoming).toHaveLength(24)
    expect(bookings.filter((lead) => lead.advisor === null).length).toBeGreaterThanOrEqual(8)
    expect(bookings.filter((lead) => lead.meta.utm_source).length).toBeGreaterThan(100)
    expect(bookings.some((lead) => Object.keys(lead.meta).length === 0)).toBe(true)
    expect(new Set(bookings.map((lead) => lead.reference_record_id)).size).toBe(count)
  })

  test('adds 40 valid short links of every kind (LINK-01)', async () => {
    const links = await createShortlinkService({ appSchemes: defaultAppSchemes }).list(call, everything)
    expect(links).toHaveLength(40)
    for (const link of links) {
      Shortlink.parse(link)
      expect(NewShortlink.safeParse(link).success, link.shortCode).toBe(true)
      expect(isReservedShortCode(link.shortCode), link.shortCode).toBe(false)
      expect(shortlinkAddress(link, defaultAppSchemes)).toMatch(/^(https?|greenroom):\/\//)
    }
    const has = (what: (link: (typeof links)[number]) => boolean) => links.filter(what).length
    expect(has((link) => link.webUrl !== null && link.appUrl !== null)).toBeGreaterThanOrEqual(5)
    expect(has((link) => link.webUrl === null)).toBeGreaterThanOrEqual(4)
    expect(has((link) => link.appUrl === null)).toBeGreaterThanOrEqual(15)
    expect(has((link) => Object.keys(link.params).length > 0)).toBeGreaterThanOrEqual(15)
    expect(has((link) => Object.keys(link.params).length === 0)).toBeGreaterThanOrEqual(10)
  })
})
