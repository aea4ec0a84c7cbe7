import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { removeEverything, startProgram } from './running-program.ts'
import { noteFigure, rounds } from './test-size.ts'
import { until } from './until.ts'

afterAll(removeEverything)

/** Starts a client that sends a request's head byte by byte and never ends it. */
function drip(port: number, head: string): { socket: Socket; isClosed(): boolean } {
  const socket = connect(port, '127.0.0.1')
  let closed = false
  let sent = 0
  const timer = setInterval(() => {
    if (!socket.writable) return
    socket.write(head[sent++ % head.length] ?? 'x')
  }, 500)
  socket.on('error', () => {})
  socket.on('close', () => {
    closed = true
    clearInterval(timer)
  })
  return { socket, isClosed: () => closed }
}

/** The limit is 15 s. npm test doesn't wait for it and checks only that other calls work. */
const waitsForTheEnd = rounds > 10

test('serves other calls while two hundred clients never end their request, and in the soak disconnects them', async () => {
  const program = await startProgram()
  const slow = Array.from({ length: 200 }, () =>
    drip(
      program.port,
      'GET /admin/creators HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    ),
  )
  const times: number[] = []
  await until(waitsForTheEnd ? 'every slow client is cut off' : 'many calls are answered', async () => {
    const begun = performance.now()
    expect((await program.call('GET', '/admin/creators')).status).toBe(200)
    times.push(performance.now() - begun)
    return waitsForTheEnd ? slow.every((client) => client.isClosed()) : times.length > 200
  })
  times.sort((a, b) => a - b)
  noteFigure(
    'Median of a call beside 200 slow clients, ms',
    Math.round((times[times.length >> 1] ?? 0) * 10) / 10,
  )
  expect(times.length).toBeGreaterThan(200)
  for (const { socket } of slow) socket.destroy()
  await program.stop()
})
