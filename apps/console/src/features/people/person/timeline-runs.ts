import type { PersonTimelineItem } from '@greenroom/contract/people/person/person.schema'
import { monthOf } from './person-months.ts'

/** So many entries of one kind in a row, in one month, are one line until it is opened. */
const leastRun = 4
/** The kinds whose entries say little by themselves. */
const runKinds: ReadonlySet<string> = new Set(['post', 'comment'])

/** One entry, or several of a kind that follow each other. */
interface TimelineRun {
  first: PersonTimelineItem
  items: readonly PersonTimelineItem[]
}

/** Groups the entries of a timeline, so that many of the same kind don't hide the others (OQ-717). */
export function timelineRuns(items: readonly PersonTimelineItem[]): TimelineRun[] {
  const runs: { first: PersonTimelineItem; items: PersonTimelineItem[] }[] = []
  for (const item of items) {
    const last = runs.at(-1)
    const continues =
      last &&
      runKinds.has(item.kind) &&
      last.first.kind === item.kind &&
      monthOf(last.first.at, 'long') === monthOf(item.at, 'long')
    if (continues) last.items.push(item)
    else runs.push({ first: item, items: [item] })
  }
  return runs.flatMap((run) =>
    run.items.length >= leastRun ? [run] : run.items.map((item) => ({ first: item, items: [item] })),
  )
}
