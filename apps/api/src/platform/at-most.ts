/** Returns a function that runs work, at most so many at a time; the others wait in their order. */
export function atMost(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= limit) await new Promise<void>((start) => waiting.push(start))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The next one takes the place of this one.
      if (next) next()
      else running--
    }
  }
}
