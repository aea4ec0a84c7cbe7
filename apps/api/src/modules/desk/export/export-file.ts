import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import type { ReturnContents } from '../../money/gst-return/portal-return.presenter.ts'
import type { ThreadInput, ThreadMessage } from './export-work.ts'

/** This file is a source, or a part of the bundle, whose shared parts are beside its entry main.js. */
const isSource = import.meta.url.endsWith('.ts')
const bundled = './modules/desk/export/export-thread.js'
/** Max memory of the thread's objects. A larger need fails the export and not the program. */
const mostMemoryMb = 512

/**
 * Makes the file of an export in a thread of its own.
 * @param onProgress called with the rows written so far
 * @param signal ends the thread, which closes its connection and its file
 * @returns what a file of GSTR-1 contains; undefined for others
 * @throws the reason of the signal, or what failed in the thread
 */
export async function makeExportFile(
  input: ThreadInput,
  onProgress: (rows: number) => void,
  signal: AbortSignal,
): Promise<ReturnContents | undefined> {
  signal.throwIfAborted()
  const options = { workerData: input, resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb } }
  const thread = isSource ? sourceThread(options) : new Worker(new URL(bundled, import.meta.url), options)
  const stop = () => void thread.terminate()
  signal.addEventListener('abort', stop)
  try {
    return await new Promise<ReturnContents | undefined>((resolve, reject) => {
      let isDone = false
      let contents: ReturnContents | undefined
      thread.on('message', (message: ThreadMessage) => {
        if ('done' in message) {
          isDone = true
          contents = message.contents
        } else onProgress(message.rows)
      })
      thread.on('error', reject)
      thread.on('exit', (code) => {
        if (isDone) resolve(contents)
        else reject(signal.aborted ? signal.reason : new Error(`The export's thread ended with ${code}.`))
      })
    })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The loader of TypeScript must be registered inside the thread, before it loads the source. */
function sourceThread(options: WorkerOptions): Worker {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json'))
  const loader = new URL('dist/esm/api/index.mjs', tsx).href
  const source = new URL('./export-thread.ts', import.meta.url).href
  const start = `import('${loader}').then(({ register }) => { register(); return import('${source}') })`
  return new Worker(start, { ...options, eval: true })
}
