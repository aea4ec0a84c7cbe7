import { createHash } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import { jpegOf } from './records.ts'
import type { RunningProgram } from './running-program.ts'

/** A picture of a given size: a small one with padding that viewers ignore. It is never in memory as a whole. */
export interface LargePicture {
  byteSize: number
  sha256: string
  chunks(): Iterable<Buffer>
}

/** A slow client's upload: `begin` sends about half of it, `finish` the rest. */
export interface SlowUpload {
  begin(): Promise<void>
  /** @returns the response's status and body */
  finish(): Promise<{ status: number; body: { data?: { url: string } } }>
  /** Closes the connection, as a closed browser would. */
  cutOff(): void
}

const boundary = 'greenroom-large-upload'
const padding = Buffer.alloc(65_536, 'padding ')

/** Makes a JPEG of exactly this many bytes. The padding ends its pixels: nothing behind a picture is stored. */
export async function largePicture(byteSize: number): Promise<LargePicture> {
  const picture = await jpegOf(byteSize)
  const end = picture.subarray(-2)
  function* chunks() {
    yield picture.subarray(0, -2)
    for (let left = byteSize - picture.length; left > 0; left -= padding.length) {
      yield padding.subarray(0, Math.min(left, padding.length))
    }
    yield end
  }
  const hash = createHash('sha256')
  for (const chunk of chunks()) hash.update(chunk)
  return { byteSize, sha256: hash.digest('hex'), chunks }
}

/** Uploads to /admin/upload over its own connection, at the caller's pace. */
export function slowUpload(program: RunningProgram, picture: LargePicture): SlowUpload {
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="picture.jpg"\r\n` +
      'Content-Type: image/jpeg\r\n\r\n',
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const sent = request(`${program.url}/admin/upload`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${program.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + picture.byteSize + tail.length,
    },
  })
  const answered = answerTo(sent)
  // After cutOff nobody awaits the response.
  answered.catch(() => {})
  const chunks = picture.chunks()[Symbol.iterator]()

  async function sendUntil(bytes: number): Promise<void> {
    for (let written = 0; written < bytes; ) {
      const next = chunks.next()
      if (next.done) return
      written += next.value.length
      await write(sent, next.value)
    }
  }

  return {
    async begin() {
      await write(sent, head)
      await sendUntil(picture.byteSize / 2)
    },
    async finish() {
      // A refusal may arrive before everything is sent.
      await Promise.race([sendUntil(Number.POSITIVE_INFINITY).then(() => sent.end(tail)), answered])
      return answered
    },
    cutOff() {
      sent.destroy()
    },
  }
}

function write(sent: ClientRequest, chunk: Buffer): Promise<void> {
  return new Promise((done, fail) => sent.write(chunk, (error) => (error ? fail(error) : done())))
}

function answerTo(sent: ClientRequest): ReturnType<SlowUpload['finish']> {
  return new Promise((done, fail) => {
    sent.once('error', fail)
    sent.once('response', async (response) => {
      try {
        let text = ''
        for await (const chunk of response) text += chunk
        done({ status: response.statusCode ?? 0, body: JSON.parse(text) })
      } catch (error) {
        fail(error)
      }
    })
  })
}
