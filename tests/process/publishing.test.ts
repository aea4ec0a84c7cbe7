import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startZoomServer,
  type ZoomBehaviour,
  type ZoomServer,
} from '../../apps/api/src/platform/meetings/test-zoom.ts'
import { dataOf, makeDraft, publish } from './records.ts'
import { type RunningProgram, removeEverything, startProgram } from './running-program.ts'
import { until } from './until.ts'

let zoom: ZoomServer
let program: RunningProgram
let environment: Record<string, string>

beforeAll(async () => {
  zoom = await startZoomServer()
  environment = { ...zoom.environment, MEETING_TIMEOUT_SECONDS: '2' }
  program = await startProgram({ environment })
})
afterAll(async () => {
  await removeEverything()
  await zoom.close()
})

const isPublished = async (id: string) =>
  dataOf(await program.call('GET', `/admin/masterclass/${id}`)).is_active

const troubles: [string, ZoomBehaviour][] = [
  ['refuses', 'refuse'],
  ['fails', 'fail'],
  ['never answers', 'hang'],
  ['makes the meeting and never answers', 'make-and-hang'],
  ['makes the meeting and cuts the connection', 'make-and-cut'],
]

for (const [trouble, behaviour] of troubles) {
  test(`keeps a draft when Zoom ${trouble}, and makes one meeting in total when it is published again`, async () => {
    const before = zoom.meetings.length
    const draft = await makeDraft(program)
    zoom.behave(behaviour)
    const refused = await publish(program, draft._id)
    expect([refused.status, refused.body.code]).toEqual([502, 'MEETING_PROVIDER'])
    expect(await isPublished(draft._id)).toBe(false)

    zoom.behave('make')
    expect((await publish(program, draft._id)).status).toBe(200)
    expect(await isPublished(draft._id)).toBe(true)
    expect(zoom.meetings).toHaveLength(before + 1)
  })
}

test('makes no second meeting when publishing again after kill -9 before the meeting was recorded', async () => {
  const before = zoom.meetings.length
  const draft = await makeDraft(program)
  zoom.behave('make-and-hang')
  const cutOff = publish(program, draft._id).catch(() => 'cut off')
  await until('Zoom has made the meeting', () => zoom.meetings.length === before + 1)
  await program.kill('SIGKILL')
  expect(await cutOff).toBe('cut off')

  zoom.behave('make')
  program = await startProgram({ dataDir: program.dataDir, port: program.port, environment })
  expect(await isPublished(draft._id)).toBe(false)
  expect((await publish(program, draft._id)).status).toBe(200)
  expect(await isPublished(draft._id)).toBe(true)
  expect(zoom.meetings).toHaveLength(before + 1)
})
