import type { CompiledQuery } from 'kysely'

/** Limits how many connections of a pool are used for the same purpose. */
export interface Lane {
  /**
   * Waits for a place.
   * @returns the function that leaves it
   * @throws as the driver does when no connection becomes free in time
   */
  enter(): Promise<() => void>
}

export interface Lanes {
  read: Lane
  write: Lane
}

/**
 * Divides a pool, so that transactions that wait for a row and reads that take long leave connections to each other.
 * @param options.size max connections of the pool
 * @param options.reserved connections that writes leave to reads, and reads to writes
 * @param options.patience returns how long a place is waited for, in milliseconds
 */
export function createLanes({
  size,
  reserved,
  patience,
}: {
  size: number
  reserved: number
  patience: () => number
}): Lanes {
  const most = Math.max(1, size - reserved)
  return { read: createLane(most, patience), write: createLane(most, patience) }
}

function createLane(most: number, patience: () => number): Lane {
  let used = 0
  const waiting = new Set<() => void>()

  function leaveOnce(): () => void {
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      const [next] = waiting
      if (next) next()
      else used--
    }
  }

  return {
    async enter() {
      if (used < most) {
        used++
        return leaveOnce()
      }
      await new Promise<void>((resolve, reject) => {
        const enter = () => {
          waiting.delete(enter)
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(() => {
          waiting.delete(enter)
          // The driver's own words, by which a database without a free connection is known.
          reject(new Error('timeout exceeded when trying to connect'))
        }, patience())
        waiting.add(enter)
      })
      return leaveOnce()
    },
  }
}

/** Tells whether a statement outside of a transaction may wait for a row that another transaction holds. */
export function mayWaitForRows({ query, sql }: Pick<CompiledQuery, 'query' | 'sql'>): boolean {
  if (query.kind === 'SelectQueryNode' || query.kind === 'RawNode') {
    return /\b(insert\s+into|update|delete\s+from|merge\s+into)\b/i.test(sql)
  }
  return true
}
