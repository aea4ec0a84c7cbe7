import { endpoints } from '@greenroom/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startZoomServer, type ZoomServer } from '../../apps/api/src/platform/meetings/test-zoom.ts'
import { type DatabaseServer, startDatabaseServer } from './database-server.ts'
import { installedPostgres, startInstalledPostgres } from './installed-postgres.ts'
import { type PgBouncer, pgBouncerVersion, startPgBouncer } from './pgbouncer.ts'
import { dataOf, jpegOf, jpegPart, makeDraft, newCreator, publish } from './records.ts'
import {
  makeDataFolder,
  type RunningProgram,
  removeEverything,
  runUntilEnd,
  startProgram,
} from './running-program.ts'
import { until } from './until.ts'

const version = pgBouncerVersion()
const installed = installedPostgres()
const server = installed ? `the installed PostgreSQL ${installed.version}` : 'the embedded PostgreSQL'

describe.skipIf(!version)(`with ${version ?? 'PgBouncer, which is not installed,'} and ${server}`, () => {
  let database: DatabaseServer
  let pooler: PgBouncer
  let zoom: ZoomServer
  let environment: Record<string, string>
  let pooled: RunningProgram

  beforeAll(async () => {
    database = await (installed ? startInstalledPostgres(installed.folder) : startDatabaseServer())
    // Connections through the pooler keep the server's own time zone.
    await database.query(`alter database greenroom set timezone = 'Asia/Kolkata'`)
    pooler = await startPgBouncer(database.url)
    zoom = await startZoomServer()
    environment = {
      ...zoom.environment,
      FILES_URL: makeDataFolder(),
      DATABASE_URL: `${pooler.url}?application_name=pooled`,
      DATABASE_DIRECT_URL: `${database.url}&application_name=direct`,
    }
    pooled = await startProgram({ environment })
  })
  afterAll(async () => {
    await pooled?.stop()
    await pooler?.stop()
    await database?.stop()
    await removeEverything()
    await zoom?.close()
  })

  test('publishes a masterclass and tells Zoom of an edit by a job', async () => {
    const draft = await makeDraft(pooled, { images: jpegPart(await jpegOf(1)) })
    expect((await publish(pooled, draft._id)).status).toBe(200)
    const title = 'Save tax through a pooler'
    dataOf(await pooled.call('POST', `/admin/masterclass/${draft._id}`, { form: { title } }))
    await until('Zoom has the new title', () => zoom.meetings.some(({ topic }) => topic === title))
  })

  test('listens and takes session locks only on direct connections', async () => {
    const { rows } = await database.query(`
      select distinct application_name as name from pg_stat_activity
      where state = 'idle' and (query ilike 'listen%' or pid in (
        select pid from pg_locks where locktype = 'advisory' and database = (
          select oid from pg_database where datname = current_database())))`)
    expect(rows).toEqual([{ name: 'direct' }])
  })

  test('returns what a program without the pooler returns, in many calls at once', async () => {
    const { DATABASE_URL: _, DATABASE_DIRECT_URL: url = '', ...shared } = environment
    const direct = await startProgram({ environment: { ...shared, DATABASE_URL: url } })
    // Some responses name the program's own URL.
    const paths = endpoints
      .filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.isStream)
      .map(({ endpoint }) => endpoint.path)
      // Each program's calls have a session of their own, and the list says which.
      .filter((path) => !path.includes(':') && path !== '/admin/sessions')
    expect(paths.length).toBeGreaterThan(12)
    for (const path of paths) {
      const wanted = await direct.call('GET', path)
      const answers = await Promise.all(Array.from({ length: 8 }, () => pooled.call('GET', path)))
      for (const { status, body } of answers) {
        const { request_id } = body
        const expected = JSON.parse(JSON.stringify(wanted.body).replaceAll(direct.url, pooled.url))
        expect([path, status, body]).toEqual([path, wanted.status, { ...expected, request_id }])
      }
    }
    await direct.stop()
  })

  test('creates one creator for many calls with one Idempotency-Key', async () => {
    const json = newCreator()
    const headers = { 'idempotency-key': 'through-the-pooler' }
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => pooled.call('POST', '/admin/creator', { json, headers })),
    )
    expect(new Set(answers.map(({ body }) => body.data._id)).size).toBe(1)
  })

  test('warns that the role has no time-outs', () => {
    expect(pooled.stdout()).toContain('The database role has no time-outs')
    expect(pooled.stdout()).toContain('"missing":["statement_timeout","idle_in_transaction_session_timeout"]')
  })

  test.each([
    ['without DATABASE_DIRECT_URL', () => ({}), 'DATABASE_URL is the address of a connection pooler'],
    [
      'with DATABASE_DIRECT_URL of another database',
      () => ({ DATABASE_DIRECT_URL: database.url.replace('/greenroom?', '/postgres?') }),
      'DATABASE_URL and DATABASE_DIRECT_URL name different databases',
    ],
    [
      'with an unreachable DATABASE_DIRECT_URL',
      () => ({ DATABASE_DIRECT_URL: 'postgresql://greenroom:hidden@127.0.0.1:1/greenroom' }),
      'The database that DATABASE_DIRECT_URL names cannot be used',
    ],
  ])('refuses to start %s', async (_, environment, words) => {
    const { code, stderr } = await runUntilEnd({
      environment: { DATABASE_URL: pooler.url, ...environment() },
    })
    expect(code).toBe(1)
    expect(stderr).toContain(words)
    expect(stderr).not.toContain('hidden')
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})
