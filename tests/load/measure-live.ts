import { get, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { newCreator } from '../process/records.ts'
import { type RunningProgram, removeEverything, startProgram } from '../process/running-program.ts'
import { processorTimeOf, processorTimeOfFamily } from './processor-time.ts'

export interface LiveResult {
  streams: number
  /** Shares of one processor while nothing happens: of the program, and of the database server. */
  idle: { server: number; database: number }
  /** The same of a program without streams. */
  alone: { server: number; database: number }
  /** Milliseconds until a stream has the event. */
  afterCall: { p50: number; p95: number }
  afterStatement: { p50: number; p95: number }
}

export const liveStreams = 500
/** A person may have twelve. */
const streamsOfPerson = 10
const changes = 60

/**
 * Measures open streams of the built program: processor time while nothing happens, and the time from a change to its
 * event, for calls of the program and for statements that no program announces.
 * @param options.seconds how long nothing happens
 */
export async function measureLive({
  databaseUrl,
  databasePid,
  seconds,
}: {
  databaseUrl: string
  databasePid: number
  seconds: number
}): Promise<LiveResult> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, options: '-c timezone=UTC' })
  pool.on('error', () => {})
  const open: IncomingMessage[] = []
  try {
    const program = await startProgram({
      environment: { DATABASE_URL: databaseUrl, CONSOLE: 'off', DEFAULT_ROLE: 'viewer' },
    })
    await pause(5_000)
    const alone = await sharesOf(program.pid, databasePid, seconds)
    for (let stream = 0; stream < liveStreams; stream++) {
      const email = `person.${Math.floor(stream / streamsOfPerson)}@greenroom.example`
      open.push(await openStream(program, await program.tokenFor(email)))
    }
    await pause(5_000)
    const idle = await sharesOf(program.pid, databasePid, seconds)
    const [heard] = open
    if (!heard) throw new Error('No stream is open.')
    const afterCall = await latencies(heard, async () => {
      await program.call('POST', '/admin/creator', { json: newCreator() })
    })
    const afterStatement = await latencies(heard, async () => {
      await pool.query(`insert into creator (id, first_name, last_name, email, phone)
        select id, 'Asha', 'Rao', id || '@mail.example', '+919845012763' from gen_random_uuid() as id`)
    })
    return { streams: liveStreams, idle, alone, afterCall, afterStatement }
  } finally {
    for (const response of open) response.destroy()
    await pool.end()
    await removeEverything()
  }
}

async function sharesOf(server: number, database: number, seconds: number) {
  const used = () => ({ server: processorTimeOf(server), database: processorTimeOfFamily(database) })
  const before = used()
  const begun = performance.now()
  await pause(seconds * 1000)
  const took = performance.now() - begun
  const after = used()
  return {
    server: (after.server - before.server) / took,
    database: (after.database - before.database) / took,
  }
}

function openStream(program: RunningProgram, token: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(
      { port: program.port, path: '/admin/live', headers: { authorization: `Bearer ${token}` } },
      (response) => {
        if (response.statusCode !== 200)
          return reject(new Error(`A stream was refused: ${response.statusCode}`))
        response.setEncoding('utf8').resume()
        resolve(response)
      },
    ).on('error', reject)
  })
}

/** Measures from the return of each change to its event. An event that was faster counts as 0. */
async function latencies(stream: IncomingMessage, change: () => Promise<void>) {
  const times: number[] = []
  for (let made = 0; made < changes; made++) {
    const heard = new Promise<number>((resolve) => {
      const listen = (text: string) => {
        if (!text.includes('event: changes')) return
        stream.off('data', listen)
        resolve(performance.now())
      }
      stream.on('data', listen)
    })
    await change()
    const done = performance.now()
    times.push(Math.max(0, (await heard) - done))
    // Not in step with the program's timer.
    await pause(200 + Math.random() * 400)
  }
  times.sort((a, b) => a - b)
  return { p50: times[Math.floor(changes / 2)] ?? 0, p95: times[Math.floor(changes * 0.95)] ?? 0 }
}
