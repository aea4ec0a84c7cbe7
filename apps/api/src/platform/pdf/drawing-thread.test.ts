import { afterEach, expect, it } from 'vitest'
import { AppError } from '../app-error.ts'
import { createDrawingThread, type DrawingThread } from './drawing-thread.ts'
import type { TestDocument } from './test-drawing.ts'

let thread: DrawingThread<TestDocument>
afterEach(() => thread.close())
const start = () => {
  thread = createDrawingThread('platform/pdf/test-drawing', 'draw')
}

it('draws outside the main thread and returns the bytes', async () => {
  start()
  const bytes = await thread.draw({})
  expect(Buffer.isBuffer(bytes)).toBe(true)
  expect(bytes.toString()).toBe('own thread')
})

it('queues documents, refuses with 503 when the queue is full, and keeps the main thread free', async () => {
  start()
  await thread.draw({})
  const gate = new Int32Array(new SharedArrayBuffer(4))
  const first = thread.draw({ gate })
  const queued = Array.from({ length: 100 }, () => thread.draw({}))
  const refusal = await thread.draw({}).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(AppError)
  expect(refusal).toMatchObject({ code: 'UNAVAILABLE', retryAfter: 2 })
  Atomics.store(gate, 0, 1)
  Atomics.notify(gate, 0)
  const drawn = await Promise.all([first, ...queued])
  expect(new Set(drawn.map(String))).toEqual(new Set(['own thread']))
})

it('fails the document whose thread ends, and draws the next one in a new thread', async () => {
  start()
  await expect(thread.draw({ exits: true })).rejects.toThrow()
  expect((await thread.draw({})).toString()).toBe('own thread')
})
