import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { startZoomServer } from '../../apps/api/src/platform/meetings/test-zoom.ts'
import { largePicture, slowUpload } from './large-upload.ts'
import { dataOf, jpegOf, jpegPart, makeDraft, newCoupon, newCreator, publish } from './records.ts'
import { filesIn, removeEverything, startProgram } from './running-program.ts'
import { noteFigure } from './test-size.ts'
import { until } from './until.ts'

afterAll(removeEverything)

test('finishes every call in flight after SIGTERM under load, then exits with 0', async () => {
  const zoom = await startZoomServer()
  const program = await startProgram({ environment: zoom.environment })
  const drafts = await Promise.all(Array.from({ length: 3 }, () => makeDraft(program)))
  zoom.answerAfter(1_500)
  let isStopping = false
  const calls = { answered: 0, reset: 0 }

  /** Calls in sequence until the program refuses. */
  async function callOn(method: 'GET' | 'POST'): Promise<void> {
    for (;;) {
      const isLate = isStopping
      const call =
        method === 'GET'
          ? program.call('GET', '/admin/masterclasses')
          : program.call('POST', '/admin/creator', { json: newCreator() })
      const answer = await call.catch(() => undefined)
      if (answer && answer.status < 300) calls.answered++
      // Only a call that arrived after the signal may be refused.
      else if (isLate) return
      else if (answer?.status === 503) return
      else {
        calls.reset++
        return
      }
    }
  }

  const loops = [
    ...Array.from({ length: 4 }, () => callOn('GET')),
    ...Array.from({ length: 4 }, () => callOn('POST')),
  ]
  const upload = slowUpload(program, await largePicture(2_000_000))
  await upload.begin()
  const publishing = drafts.map((draft) => publish(program, draft._id))
  await until('the meetings are being made', () => zoom.counts.create === drafts.length)
  await until('the upload is being spooled', () => filesIn(program.dataDir, 'spool').length === 1)
  await until('the load runs', () => calls.answered > 50)

  const begun = Date.now()
  isStopping = true
  const ending = program.kill('SIGTERM')
  const [uploaded, ...published] = await Promise.all([upload.finish(), ...publishing])
  expect(uploaded?.status).toBe(201)
  expect(published.map(({ status }) => status)).toEqual([200, 200, 200])
  await Promise.all(loops)
  expect(await ending).toEqual({ code: 0, signal: null })
  expect(calls.reset).toBe(0)
  noteFigure('Stopping under load took', `${((Date.now() - begun) / 1000).toFixed(1)} s`)

  zoom.answerAfter(0)
  const again = await startProgram({
    dataDir: program.dataDir,
    port: program.port,
    environment: zoom.environment,
  })
  for (const draft of drafts) {
    expect(dataOf(await again.call('GET', `/admin/masterclass/${draft._id}`)).is_active).toBe(true)
  }
  expect((await fetch(`${again.url}${uploaded?.body.data?.url}`)).status).toBe(200)
  await again.stop()
  await zoom.close()
})

test('keeps masterclass, picture, published state and coupon across a restart', async () => {
  const first = await startProgram()
  const { dataDir, port } = first
  const bytes = await jpegOf(7)
  const draft = await makeDraft(first, { images: jpegPart(bytes) })
  expect((await publish(first, draft._id)).status).toBe(200)
  const coupons = { coupons: [newCoupon('KEPT')], entity_id: draft._id, entity_type: 'masterclass' }
  dataOf(await first.call('PATCH', '/admin/coupons', { json: coupons }))
  const paths = [`/admin/masterclass/${draft._id}`, `/admin/coupons/${draft._id}`, '/admin/creators']
  const seen = await Promise.all(paths.map(async (path) => dataOf(await first.call('GET', path))))
  expect(seen[0].is_active).toBe(true)
  expect(seen[1]).toHaveLength(1)
  expect(await first.stop()).toEqual({ code: 0, signal: null })

  const second = await startProgram({ dataDir, port })
  expect(await Promise.all(paths.map(async (path) => dataOf(await second.call('GET', path))))).toEqual(seen)
  const picture = await fetch(`${second.url}${seen[0].banner}`)
  expect(Buffer.from(await picture.arrayBuffer()).equals(bytes)).toBe(true)
  // A credential from before the restart is still valid, because the signing key is kept too.
  const headers = { authorization: `Bearer ${first.token}` }
  expect((await fetch(`${second.url}/admin/creators`, { headers })).status).toBe(200)
  await second.stop()
})

test('stops without waiting for a connection that a browser opened in advance and never used', async () => {
  const program = await startProgram()
  const unused = connect(program.port, '127.0.0.1')
  await once(unused, 'connect')
  // The client is connected before the program has accepted the connection.
  expect((await program.call('GET', '/healthz')).status).toBe(200)
  const closed = once(unused, 'close')
  // It exits with 1 after its time-out.
  expect(await program.stop()).toEqual({ code: 0, signal: null })
  await closed
})
