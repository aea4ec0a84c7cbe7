// Sends GET requests over keep-alive connections, each as soon as the previous response has arrived, and prints the
// times as JSON. It implements HTTP itself to use as little of the processor as possible.
import { createConnection } from 'node:net'

export interface Load {
  port: number
  paths: string[]
  headers: Record<string, string>
  connections: number
  seconds: number
}

export interface LoadResult {
  seconds: number
  /** Milliseconds per request, sorted. */
  times: number[]
}

const load = JSON.parse(process.argv[2] ?? '') as Load
const headerLines = Object.entries(load.headers)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('')
const requests = load.paths.map((path) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${load.port}\r\n${headerLines}\r\n`),
)
const times: number[] = []
let next = 0

function connect(end: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ port: load.port, host: '127.0.0.1', noDelay: true })
    let sent = 0
    let received: Buffer[] = []
    let size = 0
    let answerSize = -1
    const send = () => {
      received = []
      size = 0
      answerSize = -1
      sent = performance.now()
      socket.write(requests[next++ % requests.length] ?? '')
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('The server closed a connection.')))
    socket.on('data', (data) => {
      received.push(data)
      size += data.length
      if (answerSize < 0) {
        const head = Buffer.concat(received).toString('latin1')
        const headEnd = head.indexOf('\r\n\r\n')
        if (headEnd < 0) return
        if (!head.startsWith('HTTP/1.1 200 ')) {
          reject(new Error(`The server returned ${head.slice(0, 400)}`))
          return
        }
        const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
        if (length === undefined) {
          reject(new Error('The response has no Content-Length.'))
          return
        }
        answerSize = headEnd + 4 + Number(length)
      }
      if (size < answerSize) return
      const now = performance.now()
      times.push(now - sent)
      if (now < end) {
        send()
      } else {
        socket.removeAllListeners('close')
        socket.destroy()
        resolve()
      }
    })
  })
}

const begun = performance.now()
await Promise.all(Array.from({ length: load.connections }, () => connect(begun + load.seconds * 1000)))
const result: LoadResult = {
  seconds: (performance.now() - begun) / 1000,
  times: times.map((time) => Math.round(time * 1000) / 1000).sort((a, b) => a - b),
}
process.stdout.write(JSON.stringify(result))
