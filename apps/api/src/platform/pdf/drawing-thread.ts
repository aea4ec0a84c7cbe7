import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Piscina } from 'piscina'
import { AppError } from '../app-error.ts'

/** Max number of documents that wait for the thread. Each takes it some 25 ms. */
const longestQueue = 100
/** How long an unused thread and its memory are kept, in milliseconds. */
const idleTime = 60_000

/** Draws documents in a thread of its own, one after the other, so that they do not delay requests. */
export interface DrawingThread<Document> {
  /** @throws AppError UNAVAILABLE if too many documents wait */
  draw(document: Document): Promise<Buffer>
  close(): Promise<void>
}

/** This file is a source, or a part of the bundle, whose shared parts are beside its entry main.js. */
const isSource = import.meta.url.endsWith('.ts')

/**
 * Starts with the first document.
 * @param file path below src of the file that exports the function, without extension; an entry of tools/build.mjs
 * @param name the exported function, which takes the document and returns its bytes
 */
export function createDrawingThread<Document>(file: string, name: string): DrawingThread<Document> {
  let pool: Promise<Piscina> | undefined

  async function open(): Promise<Piscina> {
    // Loaded with the first document, so that the server starts without it.
    const { Piscina } = await import('piscina')
    const url = new URL(isSource ? `../../${file}.ts` : `./${file}.js`, import.meta.url)
    return new Piscina({
      filename: url.href,
      name,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleTime,
      ...(isSource && { execArgv: ['--import', typeScriptLoader()] }),
    })
  }

  return {
    async draw(document) {
      pool ??= open()
      const thread = await pool
      if (thread.queueSize >= longestQueue) {
        throw new AppError('UNAVAILABLE', 'Many documents are being made right now. Try again in a moment.', {
          retryAfter: 2,
        })
      }
      const bytes: Uint8Array = await thread.run(document)
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },
    async close() {
      await (await pool)?.destroy()
    },
  }
}

function typeScriptLoader(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
}
