import { afterAll, expect, test } from 'vitest'
import { startDatabaseServer } from './database-server.ts'
import { pgBouncerVersion, startPgBouncer } from './pgbouncer.ts'
import { startProxy } from './proxy.ts'
import { newCreator } from './records.ts'
import { makeDataFolder, removeEverything, startProgram } from './running-program.ts'
import { startStandby } from './standby.ts'
import { isSoak, noteFigure, rounds } from './test-size.ts'
import { until } from './until.ts'

afterAll(removeEverything)

/** How often both programs and the replica are replaced. */
const turns = Math.ceil(rounds / 4)

// Replicas and PgBouncer have tests of their own in `npm test`; all of it together takes longer than it may.
test.skipIf(!isSoak || process.platform === 'win32')(
  'fails no call and misses no write while programs behind a proxy are replaced and the replica crashes',
  async () => {
    const primary = await startDatabaseServer()
    // Without PgBouncer on this machine the programs use the server itself.
    const pooler = pgBouncerVersion() ? await startPgBouncer(primary.url) : undefined
    const environment: Record<string, string> = {
      FILES_URL: makeDataFolder(),
      DATABASE_URL: pooler?.url ?? primary.url,
      ...(pooler ? { DATABASE_DIRECT_URL: primary.url } : {}),
    }
    await startProgram({ environment }).then((first) => first.stop())
    const standby = await startStandby(primary)
    environment.DATABASE_READ_URL = standby.url
    // A newer program has migrated the database; the ones below still start.
    await primary.query(
      `insert into kysely_migration (name, timestamp, compatible_with) values ('9999-next', now()::text, '0001')`,
    )
    const programs = await Promise.all([startProgram({ environment }), startProgram({ environment })])
    const proxy = await startProxy(() => programs)
    let isOver = false
    let completed = 0
    const failures: unknown[] = []

    /** Writes and reads the write, in turn. */
    async function work(): Promise<void> {
      while (!isOver) {
        const creator = newCreator()
        const written = await fetch(`${proxy.url}/admin/creator`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': creator.email },
          body: JSON.stringify(creator),
        })
        const position = written.headers.get('database-position') ?? 'none'
        const read = await fetch(`${proxy.url}/admin/creators?q=${encodeURIComponent(creator.email)}`, {
          headers: { 'database-position': position },
        })
        const { data } = (await read.json()) as { data?: unknown[] }
        completed++
        if (written.status !== 201 || read.status !== 200 || data?.length !== 1) {
          failures.push({ write: written.status, position, read: read.status, found: data?.length })
        }
      }
    }
    const load = [work(), work(), work(), work()]
    const progress = () => {
      const goal = completed + 20
      return until('calls go on', () => completed >= goal)
    }
    await progress()
    for (let turn = 0; turn < turns; turn++) {
      for (const place of [0, 1] as const) {
        const { port, dataDir } = programs[place]
        await programs[place].stop()
        await progress()
        programs[place] = await startProgram({ port, dataDir, environment })
        await progress()
      }
      await standby.crash()
      await progress()
      await standby.start()
      await progress()
    }
    isOver = true
    await Promise.all(load)
    noteFigure('Writes with their reads while machines were replaced', completed)
    expect(failures).toEqual([])

    await Promise.all(programs.map((program) => program.stop()))
    await proxy.close()
    await pooler?.stop()
    await standby.crash()
    await primary.stop()
  },
)
