import { spawn } from 'node:child_process'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  startTestS3Server,
  testBucket,
  testS3Keys,
} from '../../apps/api/src/platform/files/test-s3-server.ts'
import { freePort } from '../../apps/api/src/platform/free-port.ts'
import { startDatabaseServer } from './database-server.ts'
import { jpegOf, jpegPart, makeDraft } from './records.ts'
import {
  filesIn,
  makeDataFolder,
  type RunningProgram,
  removeEverything,
  runUntilEnd,
  startProgram,
} from './running-program.ts'
import { noteFigure } from './test-size.ts'

afterAll(removeEverything)

const root = join(import.meta.dirname, '..', '..')

interface Manifest {
  tables: { name: string; rows: number; sha256: string }[]
  files: { key: string; byte_size: number; sha256: string }[]
  missing: { key: string; reason: string }[]
}

/** Runs the backup command in its own process, as an operator would. */
function command(
  args: string[],
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(root, 'apps/api/dist/backup/backup-command.js'), ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += String(chunk)
  })
  child.stderr.on('data', (chunk) => {
    output += String(chunk)
  })
  return new Promise((resolve) => child.on('exit', (code) => resolve({ code, output })))
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))

/** Leaves out the audit log, because reading adds sign-ins to it, and the sessions, which a restore ends. */
const comparable = ({ tables, files }: Manifest) => ({
  tables: tables.filter(({ name }) => !['audit_entry', 'document_series', 'session'].includes(name)),
  files,
})

/** Creates masterclasses with pictures until told to stop. Returns the number of acknowledged ones. */
async function writeUntil(program: RunningProgram, isEnough: () => boolean): Promise<number> {
  let written = 0
  while (!isEnough()) {
    await makeDraft(program, { images: jpegPart(await jpegOf(written)) })
    written++
  }
  return written
}

test('restores a backup taken under load with every row and file, and the program runs on it', async () => {
  const program = await startProgram({ environment: { SAMPLE_DATA: 'on' } })
  const folder = join(makeDataFolder(), 'backup')
  let isDone = false
  const writing = writeUntil(program, () => isDone)
  const begun = Date.now()
  const made = await command(['backup', folder], { DATA_DIR: program.dataDir })
  isDone = true
  expect(made, made.output).toMatchObject({ code: 0 })
  expect(await writing).toBeGreaterThan(0)
  noteFigure('Backup of the sample data under load, ms', Date.now() - begun)

  const again = join(makeDataFolder(), 'again')
  const target = makeDataFolder()
  const restored = await command(['restore', folder], { DATA_DIR: target })
  expect(restored, restored.output).toMatchObject({ code: 0 })
  expect(restored.output).toContain('Documents continue in the new series')
  expect((await command(['backup', again], { DATA_DIR: target })).code).toBe(0)
  expect(comparable(manifestOf(again))).toEqual(comparable(manifestOf(folder)))

  const second = await startProgram({ dataDir: target })
  const { body } = await second.call('GET', '/admin/masterclasses?limit=200')
  const banners: string[] = body.data.flatMap((one: { banner: string | null }) => one.banner ?? [])
  expect(banners.length).toBeGreaterThan(10)
  for (const banner of banners) {
    expect((await fetch(new URL(banner, second.url))).status).toBe(200)
  }
  // The counts that triggers keep were copied and are still kept.
  const orders = await second.call('GET', '/admin/orders?entity_type=masterclass&limit=1')
  expect(orders.body.data.ordersCount).toBeGreaterThan(0)
  await second.stop()
  await program.stop()
})

test('reports an unreachable database in one sentence', async () => {
  const port = await freePort()
  const { code, output } = await command(['backup', join(makeDataFolder(), 'backup')], {
    DATABASE_URL: `postgresql://greenroom:hidden@127.0.0.1:${port}/greenroom`,
  })
  expect(code).toBe(1)
  expect(output).toContain('The database that DATABASE_URL names cannot be used')
  expect(output).not.toMatch(/hidden|\bat .*:\d+:\d+/)
})

test('restores a PostgreSQL server and an S3 store into the same kinds and into the embedded ones', async () => {
  const from = await startDatabaseServer()
  const s3 = await startTestS3Server()
  const environment = {
    DATABASE_URL: from.url,
    FILES_URL: `s3://${testBucket}`,
    S3_ENDPOINT: s3.url,
    AWS_REGION: 'us-east-1',
    ...testS3Keys,
  }
  const program = await startProgram({ environment })
  let rounds = 0
  await writeUntil(program, () => rounds++ === 5)
  // What a server's administrator may have set must not stop or change a copy.
  await from.query('create table guest (id int primary key)')
  await from.query(`alter database greenroom set datestyle = 'SQL, DMY'`)
  await from.query(`alter database greenroom set statement_timeout = '1ms'`)
  const folder = join(makeDataFolder(), 'backup')
  const made = await command(['backup', folder], { ...environment, DATA_DIR: makeDataFolder() })
  expect(made, made.output).toMatchObject({ code: 0 })
  expect(manifestOf(folder).files).toHaveLength(5)
  await program.stop()

  const target = makeDataFolder()
  const restored = await command(['restore', folder], { DATA_DIR: target })
  expect(restored, restored.output).toMatchObject({ code: 0 })
  expect(restored.output).toContain('Left out the tables of another program: guest')
  const second = await startProgram({ dataDir: target })
  const { body } = await second.call('GET', '/admin/masterclasses')
  expect(body.data).toHaveLength(5)
  for (const { banner } of body.data) expect((await fetch(new URL(banner, second.url))).status).toBe(200)
  await second.stop()

  const elsewhere = await startDatabaseServer('empty')
  const back = { ...environment, DATABASE_URL: elsewhere.url, FILES_URL: `s3://${testBucket}/again` }
  const third = await command(['restore', folder], { ...back, DATA_DIR: makeDataFolder() })
  expect(third, third.output).toMatchObject({ code: 0 })
  const { rows } = await elsewhere.query('select count(*)::int as n from masterclass')
  expect(rows).toEqual([{ n: 5 }])
  await s3.close()
  await elsewhere.stop()
  await from.stop()
})

test('finishes without a file that is gone, names it and ends with 2; the rest is restored (OQ-162)', async () => {
  const program = await startProgram()
  let rounds = 0
  await writeUntil(program, () => rounds++ === 2)
  const [gone = ''] = filesIn(program.dataDir, 'files')
  rmSync(gone)
  const folder = join(makeDataFolder(), 'backup')
  const made = await command(['backup', folder], { DATA_DIR: program.dataDir })
  expect(made, made.output).toMatchObject({ code: 2, output: expect.stringContaining(basename(gone)) })
  expect(manifestOf(folder).missing).toEqual([{ key: basename(gone), reason: expect.any(String) }])
  await program.stop()

  const target = makeDataFolder()
  const restored = await command(['restore', folder], { DATA_DIR: target })
  expect(restored, restored.output).toMatchObject({
    code: 0,
    output: expect.stringContaining('lacks 1 files'),
  })
  const second = await startProgram({ dataDir: target })
  expect((await second.call('GET', '/admin/masterclasses')).body.data).toHaveLength(2)
  expect(filesIn(target, 'files').map((path) => basename(path))).toEqual(
    manifestOf(folder).files.map(({ key }) => key),
  )
  await second.stop()
})

test('restores a lost database beside its own files, and into no other store (OQ-160)', async () => {
  const program = await startProgram()
  let rounds = 0
  await writeUntil(program, () => rounds++ === 1)
  const folder = join(makeDataFolder(), 'backup')
  expect((await command(['backup', folder], { DATA_DIR: program.dataDir })).code).toBe(0)
  await program.stop()
  const other = await startProgram({ dataDir: makeDataFolder() })
  await other.stop()

  const FILES_URL = join(program.dataDir, 'files')
  const wrong = await command(['restore', folder], {
    DATA_DIR: makeDataFolder(),
    FILES_URL: join(other.dataDir, 'files'),
  })
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('belongs to another database') })
  const target = makeDataFolder()
  const restored = await command(['restore', folder], { DATA_DIR: target, FILES_URL })
  expect(restored, restored.output).toMatchObject({ code: 0 })
  const again = await startProgram({ dataDir: target, environment: { FILES_URL } })
  const { body } = await again.call('GET', '/admin/masterclasses')
  expect((await fetch(new URL(body.data[0].banner, again.url))).status).toBe(200)
  await again.stop()
})

test('refuses a damaged backup, an unfinished one and a target that is not empty, and changes nothing', async () => {
  const program = await startProgram()
  let rounds = 0
  await writeUntil(program, () => rounds++ === 1)
  const folder = join(makeDataFolder(), 'backup')
  expect((await command(['backup', folder], { DATA_DIR: program.dataDir })).code).toBe(0)

  const running = await command(['restore', folder], { DATA_DIR: program.dataDir })
  expect(running).toMatchObject({ code: 1, output: expect.stringContaining('Stop it') })
  await program.stop()
  const full = await command(['restore', folder], { DATA_DIR: program.dataDir })
  expect(full).toMatchObject({ code: 1, output: expect.stringContaining('Restore into an empty place.') })
  const twice = await command(['backup', folder], { DATA_DIR: program.dataDir })
  expect(twice).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') })

  const empty = makeDataFolder()
  const key = manifestOf(folder).files[0]?.key ?? ''
  const path = join(folder, 'files', key.slice(0, 2), key)
  const bytes = readFileSync(path)
  writeFileSync(path, Buffer.concat([bytes, Buffer.from('x')]))
  const damaged = await command(['restore', folder], { DATA_DIR: empty })
  expect(damaged).toMatchObject({ code: 1, output: expect.stringContaining('is damaged') })
  expect(existsSync(join(empty, 'files'))).toBe(false)
  writeFileSync(path, bytes)

  renameSync(join(folder, 'manifest.json'), join(folder, 'aside'))
  const unfinished = await command(['restore', folder], { DATA_DIR: empty })
  expect(unfinished).toMatchObject({ code: 1, output: expect.stringContaining('no finished backup') })
  renameSync(join(folder, 'aside'), join(folder, 'manifest.json'))
  const whole = await command(['restore', folder], { DATA_DIR: empty })
  expect(whole, whole.output).toMatchObject({ code: 0 })

  const none = makeDataFolder()
  const mistyped = await command(['backup', join(none, 'backup')], { DATA_DIR: join(none, 'dataa') })
  expect(mistyped).toMatchObject({ code: 1, output: expect.stringContaining('There is no database in') })
  expect(existsSync(join(none, 'dataa'))).toBe(false)
  rmSync(folder, { recursive: true })
})

test('no program starts on a restore that did not end, which would give numbers twice (OQ-162)', async () => {
  const program = await startProgram()
  const folder = join(makeDataFolder(), 'backup')
  expect((await command(['backup', folder], { DATA_DIR: program.dataDir })).code).toBe(0)
  await program.stop()
  const manifest = manifestOf(folder)
  const [last] = manifest.tables.slice(-1)
  if (last) last.rows++
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
  const dataDir = makeDataFolder()
  const failed = await command(['restore', folder], { DATA_DIR: dataDir })
  expect(failed).toMatchObject({ code: 1, output: expect.stringContaining('came to') })
  const { code, stderr } = await runUntilEnd({ dataDir })
  expect([code, stderr]).toEqual([1, expect.stringContaining('A restore into this database did not end')])
})
