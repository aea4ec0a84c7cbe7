import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DatabaseServer, startDatabaseServer } from './database-server.ts'
import { newCreator } from './records.ts'
import {
  type Answer,
  makeDataFolder,
  type RunningProgram,
  removeEverything,
  startProgram,
} from './running-program.ts'
import { type Standby, startStandby } from './standby.ts'
import { noteFigure, rounds } from './test-size.ts'
import { until } from './until.ts'

/** Writes of each of the readers below while the replica is in one state. */
const writesEach = rounds * 10

describe.skipIf(process.platform === 'win32')('with a streaming replica', () => {
  let primary: DatabaseServer
  let standby: Standby
  let program: RunningProgram

  beforeAll(async () => {
    primary = await startDatabaseServer()
    const environment = { DATABASE_URL: primary.url, FILES_URL: makeDataFolder() }
    standby = await startStandby(primary)
    program = await startProgram({ environment: { ...environment, DATABASE_READ_URL: standby.url } })
  })
  afterAll(async () => {
    await program?.stop()
    await standby?.crash()
    await primary?.stop()
    await removeEverything()
  })

  const find = (email: string, position?: string): Promise<Answer> =>
    program.call('GET', `/admin/creators?q=${encodeURIComponent(email)}`, {
      headers: position === undefined ? {} : { 'database-position': position },
    })

  async function create(): Promise<{ email: string; position: string }> {
    const json = newCreator()
    const { status, headers } = await program.call('POST', '/admin/creator', { json })
    expect(status).toBe(201)
    return { email: json.email, position: headers.get('database-position') ?? 'none' }
  }

  const found = ({ body }: Answer): number => body.data.length

  /** Four people who write and read their write at once. Any error or stale read fails. */
  async function writeAndRead(): Promise<void> {
    const begun = Date.now()
    const person = async () => {
      for (let turn = 0; turn < writesEach; turn++) {
        const { email, position } = await create()
        const answer = await find(email, position)
        expect([answer.status, found(answer)]).toEqual([200, 1])
      }
    }
    await Promise.all([person(), person(), person(), person()])
    const { currentTestName = '' } = expect.getState()
    const average = (Date.now() - begun) / writesEach
    noteFigure(`A write and its read ${currentTestName.split(' > ').at(-1)} took`, `${average.toFixed(0)} ms`)
  }

  async function readsOf(server: 'replica' | 'primary'): Promise<number> {
    const metrics = await fetch(`${program.url}/metrics`).then((response) => response.text())
    const [, reads = 'none'] = metrics.match(`greenroom_reads_total{server="${server}"} (\\d+)`) ?? []
    return Number(reads)
  }

  /** Stops the replica from applying changes. Until it has stopped, which takes a moment, it still applies some. */
  async function pauseReplay(): Promise<void> {
    await standby.query('select pg_wal_replay_pause()')
    await until('the replica has paused', async () => {
      const { rows } = await standby.query('select pg_get_wal_replay_pause_state() as state')
      return rows[0].state === 'paused'
    })
  }

  test('reads from the replica, and from the primary what the replica lacks', async () => {
    const before = await create()
    // The primary serves it too, if the replica is late.
    await until('the replica serves it', async () => {
      const reads = await readsOf('replica')
      return found(await find(before.email)) === 1 && (await readsOf('replica')) > reads
    })
    await pauseReplay()
    const { email, position } = await create()
    expect(position).toMatch(/^\d+$/)
    const replica = await readsOf('replica')
    const primaries = await readsOf('primary')
    expect(found(await find(email))).toBe(0)
    expect(await readsOf('replica')).toBe(replica + 1)
    expect(found(await find(email, position))).toBe(1)
    expect(found(await find(email, 'unknown'))).toBe(1)
    expect(await readsOf('primary')).toBe(primaries + 2)
    await standby.query('select pg_wal_replay_resume()')
    await until('the replica has it', async () => found(await find(email)) === 1)
  })

  test('tells the position with a refused write too, and never with a read', async () => {
    const refused = await program.call('POST', '/admin/creator', { json: { email: 'nobody' } })
    expect([refused.status, refused.headers.get('database-position')]).toEqual([
      400,
      expect.stringMatching(/^\d+$/),
    ])
    expect((await find('nobody')).headers.get('database-position')).toBeNull()
  })

  test('finds every write on a replica that keeps up', writeAndRead)

  test('finds every write beside a replica that lags', async () => {
    await pauseReplay()
    await writeAndRead()
    await standby.query('select pg_wal_replay_resume()')
  })

  test('finds every write while the replica crashes, and uses it again afterwards', async () => {
    const load = writeAndRead()
    await standby.crash()
    await load
    await writeAndRead()
    expect(program.stdout()).toContain('The read replica cannot be used')
    await standby.start()
    const { email } = await create()
    await until('the replica serves again', async () => {
      await find(email)
      const { rows } = await standby.query(
        `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
      )
      return rows.length > 0
    })
  })

  test('finds every write after the replica was promoted', async () => {
    await standby.query('select pg_promote()')
    await writeAndRead()
    expect(program.stdout()).toContain('The replica is not a standby')
  })
})
