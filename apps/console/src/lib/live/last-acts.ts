import type { LiveAct } from '@greenroom/contract/desk/live/live.schema'

/** The latest actions of colleagues by record. Apart from the live bus, which a form loads later. */
export const lastActs = new Map<string, LiveAct>()

/** Returns what a colleague did last with a record. */
export function lastActOf(id: string): LiveAct | undefined {
  return lastActs.get(id)
}
