import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseFileStore } from './platform/files/choose-file-store.ts'
import type { FileStore } from './platform/files/file-store.ts'
import { startJobRunner } from './platform/jobs/job-runner.ts'
import { readSettings } from './settings.ts'
import { createTestApp, type TestApp } from './test-app.ts'

let app: TestApp
let jobs: Awaited<ReturnType<typeof startJobRunner>>
let store: FileStore

beforeAll(async () => {
  app = await createTestApp()
  store = chooseFileStore(readSettings({ DATA_DIR: app.dataDir }))
  const log = pino({ level: 'silent' })
  jobs = await startJobRunner({ pool: app.database.pool, tasks: app.app.tasks, log })
})
afterAll(async () => {
  await jobs.stop()
  await app.close()
})

const sweep = () => app.app.tasks.sweep?.({}, {} as never)
const left = async () =>
  (
    await app.database.pool.query<{ task: string }>(
      'select task_identifier as task from graphile_worker.jobs order by 1',
    )
  ).rows.map(({ task }) => task)

test('a file store that cannot be used stops no other sweep, and readiness and metrics show it (OQ-160)', async () => {
  const metric = async () =>
    (await app.call('GET', '/metrics', { token: null })).body
      .split('\n')
      .filter((line: string) => line.startsWith('greenroom_jobs_failing{'))
  const owner = (await store.readOwner()) ?? ''
  await store.writeOwner(randomUUID())
  await app.database.pool.query(
    "insert into webhook_event (id, received_at) values ('evt_old', now() - interval '31 days')",
  )
  await sweep()
  await expect.poll(left).toEqual(['sweep-erasures', 'sweep-files', 'sweep-trash'])
  await expect
    .poll(metric)
    .toEqual(['erasures', 'files', 'trash'].map((sweep) => `greenroom_jobs_failing{task="sweep-${sweep}"} 1`))
  expect((await app.database.pool.query('select from webhook_event')).rowCount).toBe(0)
  expect((await app.call('GET', '/readyz', { token: null })).status).toBe(503)

  await store.writeOwner(owner)
  await sweep()
  await expect.poll(left).toEqual([])
  expect(await metric()).toEqual([])
})
