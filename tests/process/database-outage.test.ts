import { afterAll, expect, test } from 'vitest'
import { startZoomServer } from '../../apps/api/src/platform/meetings/test-zoom.ts'
import { dataOf, jpegOf, jpegPart, makeDraft, newCreator, newMasterclass, publish } from './records.ts'
import { type Answer, databaseProcess, removeEverything, startProgram } from './running-program.ts'
import { noteFigure, rounds } from './test-size.ts'
import { until } from './until.ts'

afterAll(removeEverything)

/** Milliseconds. Asserted only in the soak, which runs alone on the machine. */
const longestRecovery = rounds > 10 ? 15_000 : undefined

test('survives a killed database: returns 503 with Retry-After and recovers by itself, in the soak within 15 s', async () => {
  const zoom = await startZoomServer()
  const program = await startProgram({ environment: zoom.environment })
  const draft = await makeDraft(program)
  dataOf(await publish(program, draft._id))
  const creatorId = draft.creator_id._id
  const image = jpegPart(await jpegOf(1))
  let isOver = false
  /** Successes of each loop since the database was killed. */
  let successes = [0, 0, 0]
  const refused: Answer[] = []
  const strange: Answer[] = []

  /** Calls in sequence until the test is over. */
  async function callOn(loop: number, call: () => Promise<Answer>): Promise<void> {
    while (!isOver) {
      const answer = await call()
      if (answer.status < 300) successes[loop] = (successes[loop] ?? 0) + 1
      else if (answer.status === 503) {
        refused.push(answer)
        // More often than Retry-After allows; the server must cope.
        await new Promise((resolve) => setTimeout(resolve, 20))
      } else strange.push(answer)
    }
  }
  const creators = callOn(0, () => program.call('POST', '/admin/creator', { json: newCreator() }))
  const masterclasses = callOn(1, () =>
    program.call('POST', '/admin/masterclass', { form: newMasterclass(creatorId, { images: image }) }),
  )
  const lists = callOn(2, () => program.call('GET', '/admin/masterclasses?limit=5'))

  await until('the load runs', () => successes.every((count) => count > 0))
  const killed = databaseProcess(program.dataDir)
  if (killed === undefined) throw new Error('The database server has no process.')
  process.kill(killed, 'SIGKILL')
  const begun = Date.now()
  await until('a call is refused', () => refused.length > 0)
  successes = [0, 0, 0]
  await until(
    'every kind of call succeeds again',
    () => successes.every((count) => count > 0),
    longestRecovery,
  )
  noteFigure('Recovery after the database was killed took', `${Date.now() - begun} ms`)
  expect((await program.call('GET', '/readyz')).status).toBe(200)
  isOver = true
  await Promise.all([creators, masterclasses, lists])
  expect(program.hasEnded()).toBe(false)
  expect(strange.map(({ status, body }) => [status, body])).toEqual([])
  for (const { headers, body } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(body.code).toBe('UNAVAILABLE')
    expect(body.message).toBe('The service is not available right now. Try again in a moment.')
  }
  expect(dataOf(await program.call('GET', `/admin/masterclass/${draft._id}`)).is_active).toBe(true)

  // Jobs resume too: a change reaches Zoom.
  const title = 'After the outage'
  dataOf(await program.call('POST', `/admin/masterclass/${draft._id}`, { form: { title } }))
  await until('Zoom has the new title', () => zoom.meetings[0]?.topic === title)
  expect(await program.stop()).toEqual({ code: 0, signal: null })
  await zoom.close()
})
