import { describe, expect, it } from 'vitest'
import { type Group, leastLoad, mergeGroups, relieveLargest } from './chunk-groups.ts'

const group = (name: string, users: string[], bytes = 1000, imports: Group[] = []): Group => ({
  ids: [name],
  bytes,
  users: new Set(users),
  imports: new Set(imports),
})
const merge = (groups: Group[], requestCost: number, weigh: (part: string) => number = () => 1) =>
  mergeGroups(groups, requestCost, (part) => ({ bytes: weigh(part), requests: weigh(part) }))
    .map(({ ids }) => ids.sort())
    .sort()

describe('merging groups of modules', () => {
  it('merges small groups that the same parts load', () => {
    expect(merge([group('a', ['one', 'two']), group('b', ['one', 'two'])], 1000)).toEqual([['a', 'b']])
  })

  it('keeps groups apart when the bytes that other parts would load in vain cost more than a request', () => {
    const groups = () => [group('a', ['form', 'list']), group('large', ['form'], 9000)]
    expect(merge(groups(), 8000)).toEqual([['a'], ['large']])
    expect(merge(groups(), 10_000)).toEqual([['a', 'large']])
  })

  it('counts what a merged group imports', () => {
    const large = group('large', ['form'], 9000)
    const groups = [group('a', ['form', 'list']), group('b', ['form'], 10, [large]), large]
    expect(merge(groups, 8000)).toContainEqual(['a'])
  })

  it('adds nothing to a part that outweighs all others', () => {
    const groups = () => [group('a', ['first', 'one', 'two'], 10), group('b', ['one', 'two'], 10)]
    expect(merge(groups(), 1000)).toEqual([['a', 'b']])
    expect(merge(groups(), 1000, (part) => (part === 'first' ? 1_000 : 1))).toEqual([['a'], ['b']])
  })

  it('weighs the requests and the bytes of a part apart', () => {
    const groups = () => [group('a', ['one', 'two']), group('b', ['one'])]
    const merged = (requests: number) =>
      mergeGroups(groups(), 1500, () => ({ bytes: 1, requests })).map(({ ids }) => ids)
    expect(merged(1)).toEqual([['a', 'b']])
    expect(merged(0.5)).toEqual([['a'], ['b']])
  })

  it('never makes two groups that import each other', () => {
    const bottom = group('bottom', ['one', 'two'], 10)
    // Heavy enough for part two never to take it, so only top and bottom could merge.
    const middle = group('middle', ['one'], 90_000, [bottom])
    const top = group('top', ['one'], 10, [middle])
    const merged = mergeGroups([top, middle, bottom], 1000, () => ({ bytes: 1, requests: 1 }))
    expect(merged.map(({ ids }) => ids)).toContainEqual(['bottom'])
  })
})

describe('choosing among groupings', () => {
  const large = [group('large', ['form'], 3000), group('small', ['list'], 10)]
  const even = [group('a', ['form', 'list'], 1000), group('b', ['form'], 1000)]
  const many = Array.from({ length: 10 }, (_, n) => group(`part ${n}`, ['form'], 100))

  it('takes the one whose largest screen is smallest', () => {
    const both = new Map([
      ['form', 100],
      ['list', 100],
    ])
    expect(leastLoad([large, even], both)).toBe(even)
    expect(leastLoad([large, even], new Map([['list', 100]]))).toBe(large)
    // The form is no longer the largest.
    expect(leastLoad([large, even], new Map([...both, ['list', 5000]]))).toBe(large)
  })

  it('takes one of many small scripts only if no other has fewer', () => {
    const form = new Map([['form', 100]])
    expect(leastLoad([many, even], form)).toBe(even)
    expect(leastLoad([many], form)).toBe(many)
  })
})

describe('relieving the largest screen', () => {
  const joined = (...groups: Group[]) => group('', [], 0, groups)
  const idsOf = (merged: Group[], separate: Group[], own: Record<string, number>) =>
    relieveLargest(merged, separate, new Map(Object.entries(own)))
      .map(({ ids }) => ids.sort())
      .sort()
  const shared = group('shared', ['form', 'list'])
  const unused = group('unused', ['list'])
  const together: Group = { ...joined(), ids: ['shared', 'unused'] }

  it('takes apart what it loads in vain', () => {
    expect(idsOf([together], [shared, unused], { form: 5000, list: 100 })).toEqual([['shared'], ['unused']])
  })

  it('keeps together what only smaller screens load in vain', () => {
    expect(idsOf([together], [shared, unused], { form: 100, list: 5000 })).toEqual([['shared', 'unused']])
  })

  it('leaves no screen with more scripts than it may have', () => {
    const others = Array.from({ length: 6 }, (_, n) => group(`other ${n}`, ['list'], 10))
    const merged = [together, ...others]
    expect(idsOf(merged, [shared, unused, ...others], { form: 5000, list: 100 })).toContainEqual(['unused'])
    const full = [...others, group('one more', ['list'], 10)]
    expect(idsOf([together, ...full], [shared, unused, ...full], { form: 5000, list: 100 })).toContainEqual([
      'shared',
      'unused',
    ])
  })

  it('counts what is still loaded because something else of the script imports it', () => {
    const bottom = group('bottom', ['list'])
    const middle = group('middle', ['list'], 1000, [bottom])
    const top = group('top', ['form', 'list'], 1000)
    const merged: Group[] = [{ ...joined(), ids: ['top', 'middle'] }, bottom]
    expect(idsOf(merged, [top, middle, bottom], { form: 5000, list: 100 })).toEqual([
      ['bottom'],
      ['middle'],
      ['top'],
    ])
  })
})
