// Child process that sends GET requests over keep-alive connections, each as soon as the previous response has arrived,
// and returns the times. It implements HTTP itself to use as little of the processor as possible. One process serves all
// turns, because its start takes longer than a short turn.
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

/** Sends requests over one connection until an instant. @param nextRequest returns the next request */
function connect(port: number, end: number, nextRequest: () => Buffer, times: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ port, host: '127.0.0.1', noDelay: true })
    let sent = 0
    let received: Buffer[] = []
    let size = 0
    let answerSize = -1
    const send = () => {
      received = []
      size = 0
      answerSize = -1
      sent = performance.now()
      socket.write(nextRequest())
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

async function generate({ port, paths, headers, connections, seconds }: Load): Promise<LoadResult> {
  const headerLines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const requests = paths.map((path) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${headerLines}\r\n`),
  )
  const times: number[] = []
  let next = 0
  const nextRequest = () => requests[next++ % requests.length] ?? Buffer.alloc(0)
  const begun = performance.now()
  const end = begun + seconds * 1000
  await Promise.all(Array.from({ length: connections }, () => connect(port, end, nextRequest, times)))
  return {
    seconds: (performance.now() - begun) / 1000,
    times: times.map((time) => Math.round(time * 1000) / 1000).sort((a, b) => a - b),
  }
}

process.on('message', (load: Load) => {
  generate(load).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})
