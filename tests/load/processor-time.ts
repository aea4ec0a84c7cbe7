import { readdirSync, readFileSync } from 'node:fs'

/** Ticks a second that Linux counts processor time in, for programs. */
const ticks = 100

interface ProcessState {
  parent: number
  /** Milliseconds of processor time so far, in the program and in the system for it. */
  used: number
}

function stateOf(pid: number): ProcessState | undefined {
  try {
    // The name in brackets may hold anything, also spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return {
      parent: Number(fields[1]),
      used: ((Number(fields[11]) + Number(fields[12])) * 1000) / ticks,
    }
  } catch {
    return undefined
  }
}

/** Processor time of a process so far, in milliseconds. Linux only. */
export function processorTimeOf(pid: number): number {
  return stateOf(pid)?.used ?? 0
}

/** Processor time of a process and all its children so far, in milliseconds: a database server with its connections. */
export function processorTimeOfFamily(pid: number): number {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ own: Number(name), state: stateOf(Number(name)) }))
    .filter(({ own, state }) => own === pid || state?.parent === pid)
    .reduce((total, { state }) => total + (state?.used ?? 0), 0)
}
