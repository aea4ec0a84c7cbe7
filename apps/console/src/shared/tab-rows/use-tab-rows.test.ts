import { describe, expect, it } from 'vitest'
import { rowsOfTab } from './use-tab-rows.ts'

const row = (_id: string, is_active: boolean) => ({ _id, is_active })

describe('the rows of a tab', () => {
  it('BAN-03 NEWS-02 are those that belong to it, in the order of the server', () => {
    const pages = [[row('a', true), row('b', false)], [row('c', true)]]
    expect(rowsOfTab(pages, ({ is_active }) => is_active)).toEqual([row('a', true), row('c', true)])
    expect(rowsOfTab(pages, ({ is_active }) => !is_active)).toEqual([row('b', false)])
  })

  it('stand there once, as the later answer has them', () => {
    const pages = [[row('a', true)], [row('a', false), row('b', true)]]
    expect(rowsOfTab(pages, () => true)).toEqual([row('a', false), row('b', true)])
  })
})
