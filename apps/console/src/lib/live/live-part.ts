import type { LivePart } from './live-list.ts'

let part: LivePart | undefined
const waiting = new Set<(part: LivePart) => void>()

/** Tells the lists on the screen that changes are followed from now on. */
export function provideLivePart(provided: LivePart): void {
  part = provided
  for (const start of waiting) start(provided)
  waiting.clear()
}

/**
 * Starts something as soon as changes are followed: now, or once the script is there.
 * @param start returns what stops it
 * @returns stops it, or keeps it from starting
 */
export function whenLive(start: (part: LivePart) => () => void): () => void {
  let stop: (() => void) | undefined
  const run = (provided: LivePart) => {
    stop = start(provided)
  }
  if (part) run(part)
  else waiting.add(run)
  return () => {
    waiting.delete(run)
    stop?.()
  }
}
