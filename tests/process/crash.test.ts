import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../apps/api/src/platform/free-port.ts'
import { dataOf, jpegOf, jpegPart, newCoupon, newCreator, newMasterclass } from './records.ts'
import {
  type Answer,
  type CallOptions,
  databaseProcess,
  filesIn,
  type RunningProgram,
  removeEverything,
  startProgram,
} from './running-program.ts'
import { noteFigure, rounds } from './test-size.ts'
import { until } from './until.ts'

afterAll(removeEverything)

interface MasterclassState {
  title: string
  version: number
  /** Hash of the uploaded picture. */
  sha256: string
}

/** Everything that the program has acknowledged. */
interface Acknowledged {
  creators: Map<string, string>
  coupons: Map<string, string>
  masterclasses: Map<string, MasterclassState>
  writes: number
}

interface Write {
  path: string
  options: CallOptions
  acknowledge(data: Answer['body']): void
}

const writers = 4

test(
  `keeps every acknowledged write exactly once after ${rounds} times kill -9 under mixed writes`,
  async () => {
    const port = await freePort()
    const acknowledged: Acknowledged = {
      creators: new Map(),
      coupons: new Map(),
      masterclasses: new Map(),
      writes: 0,
    }
    let retried = 0
    let slowestStart = 0
    let program = await startProgram({ port })
    const { dataDir } = program
    for (let round = 1; round <= rounds; round++) {
      const enough = acknowledged.writes + 25 + ((round * 13) % 30)
      const open: Write[] = []
      const working = Array.from({ length: writers }, (_, writer) =>
        writeUntilCutOff(program, { round, writer, acknowledged, open }),
      )
      await until('enough writes are acknowledged', () => acknowledged.writes >= enough)
      const database = databaseProcess(dataDir)
      const killed = program.kill('SIGKILL')
      // Every other round kills the database as well.
      if (round % 2 === 0 && database !== undefined) process.kill(database, 'SIGKILL')
      await killed
      await Promise.all(working)
      expect(open, 'every writer was interrupted').toHaveLength(writers)

      const begun = Date.now()
      program = await startProgram({ dataDir, port })
      slowestStart = Math.max(slowestStart, Date.now() - begun)
      expect(filesIn(dataDir, 'spool')).toEqual([])
      // The outcome of these writes is unknown. Repeating them with the same key must settle it.
      for (const write of open) {
        write.acknowledge(dataOf(await program.call('POST', write.path, write.options)))
        const again = await program.call('POST', write.path, write.options)
        expect(again.status).toBeLessThan(300)
        retried++
      }
      await expectEverythingOnce(program, acknowledged)
    }
    await program.stop()
    noteFigure('Times the program was killed under load', rounds)
    noteFigure('Writes acknowledged', acknowledged.writes)
    noteFigure('Interrupted writes repeated with their key', retried)
    // A lost or repeated write has failed the test above.
    noteFigure('Acknowledged writes lost or repeated', 0)
    noteFigure('Slowest start after a kill', `${slowestStart} ms`)
  },
  120_000 + rounds * 60_000,
)

/** Writes in sequence until a write gets no response, and adds that write to `open`. */
async function writeUntilCutOff(
  program: RunningProgram,
  {
    round,
    writer,
    acknowledged,
    open,
  }: { round: number; writer: number; acknowledged: Acknowledged; open: Write[] },
): Promise<void> {
  const { creators, coupons, masterclasses } = acknowledged
  const name = (number: number) => `R${round}W${writer}N${String(number).padStart(4, '0')}`
  let last: { id: string; data: Answer['body'] } | undefined

  /** @returns false if the program was killed */
  async function send(key: string, write: Write): Promise<boolean> {
    const keyed = {
      ...write,
      options: { ...write.options, headers: { 'idempotency-key': key } },
      acknowledge(data: Answer['body']) {
        write.acknowledge(data)
        acknowledged.writes++
      },
    }
    const answer = await program.call('POST', write.path, keyed.options).catch(() => undefined)
    // The database may die a moment before the program.
    if (!answer || answer.status === 503) {
      open.push(keyed)
      return false
    }
    keyed.acknowledge(dataOf(answer))
    return true
  }

  for (let number = 0; ; number++) {
    const title = name(number)
    let creatorId = ''
    const creator = newCreator()
    const isCreated = await send(`creator-${title}`, {
      path: '/admin/creator',
      options: { json: creator },
      acknowledge(data) {
        creatorId = data._id
        creators.set(creator.email, data._id)
      },
    })
    if (!isCreated) return

    const bytes = await jpegOf(round * 1000 + writer * 100 + number)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const isMade = await send(`masterclass-${title}`, {
      path: '/admin/masterclass',
      options: { form: newMasterclass(creatorId, { title, images: jpegPart(bytes) }) },
      acknowledge(data) {
        last = { id: data._id, data }
        masterclasses.set(data._id, { title, version: data.version, sha256 })
      },
    })
    if (!isMade || !last) return

    const code = `C${title}`
    const isCouponMade = await send(`coupon-${title}`, {
      path: '/admin/coupon',
      options: { json: newCoupon(code) },
      acknowledge(data) {
        coupons.set(code, data._id)
      },
    })
    if (!isCouponMade) return

    const next = await jpegOf(round * 1000 + writer * 100 + number + 50)
    const { id } = last
    const isEdited = await send(`edit-${title}`, {
      path: `/admin/masterclass/${id}`,
      options: { form: { title: `${title} edited`, images: jpegPart(next) } },
      acknowledge(data) {
        const nextHash = createHash('sha256').update(next).digest('hex')
        masterclasses.set(id, { title: `${title} edited`, version: data.version, sha256: nextHash })
      },
    })
    if (!isEdited) return
  }
}

/** Compares all stored records with the acknowledged ones, and each picture with its hash. */
async function expectEverythingOnce(program: RunningProgram, acknowledged: Acknowledged): Promise<void> {
  const creators = await listAll(program, '/admin/creators', 100)
  expect(new Map(creators.map(({ email, _id }) => [email, _id]))).toEqual(acknowledged.creators)
  expect(creators).toHaveLength(acknowledged.creators.size)
  const coupons = await listAll(program, '/admin/coupon', 50)
  expect(new Map(coupons.map(({ code, _id }) => [code, _id]))).toEqual(acknowledged.coupons)
  expect(coupons).toHaveLength(acknowledged.coupons.size)
  const masterclasses = await listAll(program, '/admin/masterclasses', 100)
  const found = new Map<string, MasterclassState>()
  for (const { _id, title, version, banner } of masterclasses) {
    const response = await fetch(`${program.url}${banner}`)
    expect(response.status, `the picture of ${title}`).toBe(200)
    const bytes = Buffer.from(await response.arrayBuffer())
    found.set(_id, { title, version, sha256: createHash('sha256').update(bytes).digest('hex') })
  }
  expect(found).toEqual(acknowledged.masterclasses)
  expect(masterclasses).toHaveLength(acknowledged.masterclasses.size)
}

async function listAll(program: RunningProgram, path: string, page: number): Promise<Answer['body'][]> {
  const all: Answer['body'][] = []
  for (;;) {
    const answer = await program.call('GET', `${path}?limit=${page}&offset=${all.length}`)
    const some = dataOf(answer)
    all.push(...some)
    if (some.length < page) return all
  }
}
