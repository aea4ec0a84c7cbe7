import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from '../../settings.ts'
import { systemClock } from '../clock.ts'
import { chooseMeetings } from './choose-meetings.ts'
import { MeetingProviderRefused, MeetingProviderUnknown, type MeetingRequest } from './meeting-provider.ts'

const tools = { clock: systemClock, log: pino({ level: 'silent' }) }
const choose = (environment: Record<string, string>) => chooseMeetings(readSettings(environment), tools)
const zoom2 = { ZOOM_2_ACCOUNT_ID: 'a', ZOOM_2_CLIENT_ID: 'b', ZOOM_2_CLIENT_SECRET: 'c' }

describe('provider of the settings', () => {
  test.each([
    [{}, 'sandbox'],
    [zoom2, 'zoom'],
    [{ ...zoom2, MEETINGS: 'sandbox' }, 'sandbox'],
    [{ ...zoom2, MEETINGS: 'zoom', NODE_ENV: 'production' }, 'zoom'],
  ])('%o: %s', (environment, kind) => {
    expect(choose(environment).kind).toBe(kind)
  })

  test.each([
    [{ MEETINGS: 'zoom' }, 'ZOOM_1_ACCOUNT_ID'],
    [{ ...zoom2, ZOOM_4_CLIENT_ID: 'x' }, 'ZOOM_4_ACCOUNT_ID, ZOOM_4_CLIENT_SECRET'],
    [{ ZOOM_1_USER_ID: 'x' }, 'ZOOM_1_ACCOUNT_ID, ZOOM_1_CLIENT_ID, ZOOM_1_CLIENT_SECRET'],
  ])('rejects %o at start and names the settings', (environment, named) => {
    expect(() => choose(environment)).toThrow(SettingsError)
    expect(() => choose(environment)).toThrow(named)
  })

  test('rejects an account without keys in Zoom mode', async () => {
    await expect(choose(zoom2).create({ ...request, account: 'zoom_1' })).rejects.toThrow(
      'The meeting account zoom_1 is not set up.',
    )
  })
})

const request: MeetingRequest = {
  account: 'zoom_1',
  reference: 'webinar-7',
  title: 'Ragas at dusk',
  agenda: '',
  startTime: new Date('2026-12-01T12:30:00Z'),
  endTime: new Date('2026-12-01T13:30:00Z'),
  timeZone: 'Asia/Kolkata',
}
const near = { startTime: request.startTime }

describe('the sandbox', () => {
  let folder: string
  const sandbox = () => choose({ DATA_DIR: join(folder, 'data') })
  const file = () => join(folder, 'data', 'sandbox-meetings.jsonl')

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'meetings-'))
  })

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true })
  })

  test('creates a meeting that another instance finds, also after a truncated line', async () => {
    expect(await sandbox().find('zoom_1', request.reference, near)).toBeNull()
    const made = await sandbox().create(request)
    expect(made.providerMeetingId).toMatch(/^8\d{10}$/)
    expect(made.joinUrl).toMatch(/^https:\/\//)
    await appendFile(file(), '{"account":"zoom_1","refer')
    const second = await sandbox().create({ ...request, reference: 'webinar-8' })
    expect(second.providerMeetingId).not.toBe(made.providerMeetingId)
    expect(await sandbox().find('zoom_1', 'webinar-7', near)).toEqual(made)
    expect(await sandbox().find('zoom_1', 'webinar-8', near)).toEqual(second)
    expect(await sandbox().find('zoom_4', 'webinar-7', near)).toBeNull()
  })

  test('rejects a title that requests it and creates nothing', async () => {
    const refused = sandbox().create({ ...request, title: 'Ragas [meeting fails]' })
    await expect(refused).rejects.toBeInstanceOf(MeetingProviderRefused)
    expect(await sandbox().find('zoom_1', request.reference, near)).toBeNull()
  })

  test('loses the response for a title that requests it and finds the meeting afterwards', async () => {
    const lost = sandbox().create({ ...request, title: 'Ragas [meeting times out]' })
    await expect(lost).rejects.toBeInstanceOf(MeetingProviderUnknown)
    expect(await sandbox().find('zoom_1', request.reference, near)).not.toBeNull()
  })

  test('changes a meeting that it created and returns false for one that is gone', async () => {
    const made = await sandbox().create(request)
    const changed = { ...request, title: 'Ragas at dawn' }
    expect(await sandbox().update('zoom_1', made.providerMeetingId, changed)).toBe(true)
    expect((await readFile(file(), 'utf8')).trim().split(/\n+/).at(-1)).toContain('Ragas at dawn')
    expect(await sandbox().find('zoom_1', request.reference, near)).toEqual(made)
    expect(await sandbox().update('zoom_1', '12', request)).toBe(false)
  })
})
