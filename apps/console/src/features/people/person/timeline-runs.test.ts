import type { PersonTimelineItem } from '@greenroom/contract/people/person/person.schema'
import { describe, expect, it } from 'vitest'
import { timelineRuns } from './timeline-runs.ts'

const item = (kind: string, at: string) => ({ kind, _id: `${kind} ${at}`, at }) as PersonTimelineItem
const sizes = (items: readonly PersonTimelineItem[]) => timelineRuns(items).map((run) => run.items.length)
const posts = (month: string, count: number) =>
  Array.from({ length: count }, (_post, place) => item('post', `2026-${month}-1${count - place}T10:00:00Z`))

describe('runs of a timeline (OQ-717)', () => {
  it('join four posts or more that follow each other, and leave three as they are', () => {
    expect(sizes(posts('11', 4))).toEqual([4])
    expect(sizes(posts('11', 3))).toEqual([1, 1, 1])
  })

  it('end at another kind and at another month', () => {
    const order = item('order', '2026-11-05T10:00:00Z')
    expect(sizes([...posts('11', 5), order, ...posts('10', 4)])).toEqual([5, 1, 4])
    expect(sizes([...posts('11', 4), ...posts('10', 4)])).toEqual([4, 4])
  })

  it('never join orders or notes', () => {
    expect(sizes(['01', '02', '03', '04'].map((day) => item('order', `2026-11-${day}T10:00:00Z`)))).toEqual([
      1, 1, 1, 1,
    ])
  })
})
