import { isMainThread } from 'node:worker_threads'

/** What a test wants of the thread. */
export interface TestDocument {
  /** Ends the thread. */
  exits?: boolean
  /** Waits until its first number is not 0. */
  gate?: Int32Array
}

/** A substitute for a drawing: its bytes say where it ran. */
export function draw({ exits, gate }: TestDocument): Uint8Array {
  if (exits) process.exit(1)
  if (gate) Atomics.wait(gate, 0, 0)
  return Buffer.from(isMainThread ? 'main thread' : 'own thread')
}
