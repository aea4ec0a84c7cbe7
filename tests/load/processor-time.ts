import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts a program's processor time in ticks of this many per second. */
const ticks = 100

interface ProcessState {
  parent: number
  /** Milliseconds of processor time so far, user and system. */
  used: number
  /** The same for its children that have ended. */
  usedByEnded: number
}

function stateOf(pid: number): ProcessState | undefined {
  try {
    // The name in brackets may contain anything, including spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const milliseconds = (first: number) =>
      ((Number(fields[first]) + Number(fields[first + 1])) * 1000) / ticks
    return { parent: Number(fields[1]), used: milliseconds(11), usedByEnded: milliseconds(13) }
  } catch {
    return undefined
  }
}

/** Returns a process's processor time so far, in milliseconds. Linux only. */
export function processorTimeOf(pid: number): number {
  return stateOf(pid)?.used ?? 0
}

/**
 * Returns the processor time of a process and all its children so far, in milliseconds: a database server with its
 * connections, including closed ones.
 */
export function processorTimeOfFamily(pid: number): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ own: Number(name), state: stateOf(Number(name)) }))
    .filter(({ own, state }) => own === pid || state?.parent === pid)
    .reduce((total, { own, state }) => {
      if (!state) return total
      return total + state.used + (own === pid ? state.usedByEnded : 0)
    }, 0)
}
