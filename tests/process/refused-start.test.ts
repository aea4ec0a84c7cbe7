import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { urlOfDatabase } from '../../apps/api/src/platform/database/test-server.ts'
import { freePort } from '../../apps/api/src/platform/free-port.ts'
import { type DatabaseServer, startDatabaseServer } from './database-server.ts'
import { jpegOf, jpegPart, makeDraft } from './records.ts'
import {
  filesIn,
  mainFile,
  makeDataFolder,
  removeEverything,
  runUntilEnd,
  startProgram,
} from './running-program.ts'

const company = {
  COMPANY_NAME: 'Real Ltd',
  COMPANY_ADDRESS: '1 Real Road, Pune',
  COMPANY_STATE: 'Maharashtra',
  COMPANY_GSTIN: '27AAAAA0000A1Z2',
}

/** Services that are no sandboxes. */
const services = {
  GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com',
  ADMIN_EMAILS: 'owner@example.com',
  ZOOM_1_ACCOUNT_ID: 'account',
  ZOOM_1_CLIENT_ID: 'client',
  ZOOM_1_CLIENT_SECRET: 'secret',
  RAZORPAY_KEY_ID: 'rzp_live_key',
  RAZORPAY_KEY_SECRET: 'secret',
}

let database: DatabaseServer

beforeAll(async () => {
  database = await startDatabaseServer()
})
afterAll(async () => {
  await database.stop()
  await removeEverything()
})

/** Expects one line without a stack or an error class. */
function expectSentence(text: string): void {
  expect(text.trim().split('\n')).toHaveLength(1)
  expect(text).not.toMatch(/\bat .*:\d+:\d+|Error:/)
}

test('refuses a second program on the same data folder in one sentence, and the first keeps running', async () => {
  const first = await startProgram()
  const second = await runUntilEnd({ dataDir: first.dataDir })
  expect(second.code).toBe(1)
  expect(second.stdout).not.toContain('ready')
  expect(second.stderr).toContain(
    `Another Greenroom is already running on ${first.dataDir} (process ${first.pid}).`,
  )
  expectSentence(second.stderr)
  expect(first.hasEnded()).toBe(false)
  await makeDraft(first)
  expect(await first.stop()).toEqual({ code: 0, signal: null })
})

test.each<[string, Record<string, string>, string]>([
  ['in production', { NODE_ENV: 'production', ...company }, 'NODE_ENV is production'],
  ['on every address', { HOST: '0.0.0.0' }, 'HOST is 0.0.0.0'],
  ['over a database server', { DATABASE_URL: 'postgres://127.0.0.1/real', DEMO: '' }, 'DATABASE_URL is set'],
])('refuses sandboxes %s in one sentence, even if they are named (OQ-170)', async (_where, given, reason) => {
  const environment = { MEETINGS: 'sandbox', PAYMENTS: 'sandbox', ...given }
  const { code, stdout, stderr } = await runUntilEnd({ environment })
  expect(code).toBe(1)
  expect(stdout).not.toContain('ready')
  expect(stderr).toContain(
    'The sandbox for sign-in, meetings and payments works only over the embedded database',
  )
  expect(stderr).toContain(reason)
  expectSentence(stderr)
})

test.each<Record<string, string>>([
  { NODE_ENV: 'production' },
  { PUBLIC_URL: 'https://console.example.com' },
])('refuses the made-up company with %j in one sentence (OQ-170)', async (given) => {
  const { code, stderr } = await runUntilEnd({
    environment: { ...services, ...given, COMPANY_NAME: 'Real Ltd' },
  })
  expect(code).toBe(1)
  expect(stderr).toContain('set COMPANY_ADDRESS and COMPANY_GSTIN, or DEMO=on')
  expectSentence(stderr)
})

test('refuses a GSTIN of another State in production in one sentence (OQ-254)', async () => {
  const { code, stderr } = await runUntilEnd({
    environment: { NODE_ENV: 'production', ...services, ...company, COMPANY_STATE: 'Kerala' },
  })
  expect(code).toBe(1)
  expect(stderr).toContain('COMPANY_STATE is Kerala (32), but COMPANY_GSTIN 27AAAAA0000A1Z2 is registered in')
  expectSentence(stderr)
})

test('starts a demo in production over a database server (OQ-170)', async () => {
  const program = await startProgram({ environment: { NODE_ENV: 'production', DATABASE_URL: database.url } })
  expect((await program.call('GET', '/admin/session')).body.data.settings.sandboxes).toEqual([
    'sign-in',
    'meetings',
    'payments',
  ])
  await program.stop()
})

test.each<[string, Record<string, string>, string]>([
  ['sign-in', { OIDC_ISSUER: 'https://id.example' }, 'OIDC_CLIENT_ID'],
  ['the sandbox sign-in', { PUBLIC_URL: 'https://demo.example' }, 'PUBLIC_URL is https://demo.example'],
  ['meetings', { MEETINGS: 'zoom' }, 'ZOOM_1_ACCOUNT_ID'],
  ['payments', { RAZORPAY_KEY_ID: 'rzp_test' }, 'RAZORPAY_KEY_SECRET'],
  ['files', { FILES_URL: 'ftp://files.example' }, 'FILES_URL'],
  ['webhooks', { PRODUCT_WEBHOOK_URL: 'https://www.example.com/hooks' }, 'PRODUCT_WEBHOOK_SECRET'],
])('refuses wrong settings of %s before it creates anything', async (_of, environment, named) => {
  const dataDir = makeDataFolder()
  const { code, stderr } = await runUntilEnd({ dataDir, environment })
  expect(code).toBe(1)
  expect(stderr).toContain(named)
  expectSentence(stderr)
  expect(readdirSync(dataDir)).toEqual([])
})

test('refuses the files of another database in one sentence until they are adopted (OQ-160)', async () => {
  const first = await startProgram()
  await makeDraft(first, { images: jpegPart(await jpegOf(1)) })
  await first.stop()
  const environment = { FILES_URL: join(first.dataDir, 'files') }
  const files = filesIn(first.dataDir, 'files').length
  expect(files).toBeGreaterThan(0)
  const dataDir = makeDataFolder()
  const second = await runUntilEnd({ dataDir, environment })
  expect(second.code).toBe(1)
  expect(second.stderr).toContain(`${environment.FILES_URL} belongs to another database`)
  expect(second.stderr).toContain('npm run files:adopt')
  expectSentence(second.stderr)
  expect(filesIn(first.dataDir, 'files')).toHaveLength(files)

  const adopted = spawnSync(process.execPath, [join(dirname(mainFile), 'files-command.js'), 'adopt'], {
    env: { ...process.env, ...environment, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
  expect(adopted, adopted.stderr).toMatchObject({ status: 0 })
  const third = await startProgram({ dataDir, environment })
  expect((await third.call('GET', '/readyz')).status).toBe(200)
  await third.stop()
  expect((await runUntilEnd({ dataDir: first.dataDir })).stderr).toContain('belongs to another database')
  expect(filesIn(first.dataDir, 'files')).toHaveLength(files)
})

test('names an invalid setting', async () => {
  const { code, stderr } = await runUntilEnd({ environment: { DATABASE_POOL_SIZE: 'many' } })
  expect(code).toBe(1)
  expect(stderr).toContain('DATABASE_POOL_SIZE')
  expect(stderr).not.toMatch(/\bat .*:\d+:\d+/)
})

test('reports a taken port in one sentence', async () => {
  const first = await startProgram({ environment: { DATABASE_URL: database.url } })
  const second = await runUntilEnd({ port: first.port, environment: { DATABASE_URL: database.url } })
  expect(second.code).toBe(1)
  expectSentence(second.stderr)
  expect(second.stderr).toContain(String(first.port))
  await first.stop()
})

test('reports an unreachable or missing database in one sentence', async () => {
  const port = await freePort()
  const away = await runUntilEnd({
    environment: { DATABASE_URL: `postgresql://greenroom:hidden@127.0.0.1:${port}/greenroom` },
  })
  expect(away.code).toBe(1)
  expect(away.stderr).toContain('The database that DATABASE_URL names cannot be used')
  expect(away.stderr).not.toContain('hidden')
  expectSentence(away.stderr)
  const missing = await runUntilEnd({
    environment: { DATABASE_URL: urlOfDatabase(database.url, 'no_such_database') },
  })
  expect(missing.code).toBe(1)
  expect(missing.stderr).toContain('no_such_database')
  expectSentence(missing.stderr)
})

test('refuses a database of a newer version in one sentence and leaves it unchanged', async () => {
  await database.query(
    `insert into kysely_migration (name, timestamp) values ('9999-from-the-future', '2030-01-01T00:00:00Z')`,
  )
  const { code, stdout, stderr } = await runUntilEnd({ environment: { DATABASE_URL: database.url } })
  expect(code).toBe(1)
  expect(stdout).not.toContain('ready')
  expect(stderr).toContain('This database was made by a newer Greenroom (it holds 9999-from-the-future).')
  expectSentence(stderr)
})

test('starts without an owner, and says so in one sentence that names the setting (OQ-383)', async () => {
  const environment = {
    GOOGLE_CLIENT_ID: 'id.apps.googleusercontent.com',
    ADMIN_EMAIL_DOMAINS: 'example.com',
  }
  const program = await startProgram({ environment: { ...environment, LOG_LEVEL: 'warn' } })
  const warnings = program
    .stdout()
    .split('\n')
    .filter((line) => line.includes('ADMIN_EMAILS'))
  expect(warnings).toHaveLength(1)
  expect(JSON.parse(warnings[0] ?? '')).toMatchObject({
    level: 40,
    msg: expect.stringMatching(/^Nobody has the role Owner: run "npm run owner -- EMAIL" [^.]+\.$/),
  })
  const { body } = await program.call('GET', '/idp/options')
  expect(body.notice).toMatch(/^Nobody has the role Owner/)
  await program.stop()
})
