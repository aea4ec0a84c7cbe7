import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** Writes texts into a compressed file. The compression runs outside the thread's event loop. */
export function createTextFile(path: string) {
  const gzip = createGzip({ level: 4 })
  const target = createWriteStream(path)
  const written = finished(gzip.pipe(target))
  // Awaited in end(); an error before that is not unhandled.
  written.catch(() => {})
  return {
    async write(text: string): Promise<void> {
      if (target.errored) throw target.errored
      if (!gzip.write(text)) await Promise.race([once(gzip, 'drain'), written])
    },
    async end(): Promise<void> {
      gzip.end()
      await written
    },
    destroy(): void {
      gzip.destroy()
      target.destroy()
    },
  }
}
