import { readdirSync, readFileSync } from 'node:fs'

/** Ticks a second that Linux counts processor time in, for programs. */
const ticks = 100

interface ProcessState {
  parent: number
  /** Milliseconds of processor time so far, in the program and in the system for it. */
  used: number
  /** The same of its children that have ended. */
  usedByEnded: number
}

function stateOf(pid: number): ProcessState | undefined {
  try {
    // The name in brackets may hold anything, also spaces and brackets.
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

/** Processor time of a process so far, in milliseconds. Linux only. */
export function processorTimeOf(pid: number): number {
  return stateOf(pid)?.used ?? 0
}

/**
 * Processor time of a process and all its children so far, in milliseconds: a database server with its connections, also
 * those that have ended.
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
