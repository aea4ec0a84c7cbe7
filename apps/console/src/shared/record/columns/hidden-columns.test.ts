import { expect, it } from 'vitest'
import { hiddenColumns, hiddenParameter } from './hidden-columns.ts'

const choosable = ['customer', 'title', 'source']

it.each([
  ['nothing by default', undefined, null, []],
  ['what the person hid last', undefined, 'source', ['source']],
  ['what the address says, in the order of the table', 'source,customer', 'title', ['customer', 'source']],
  ['nothing, if the address says so', 'none', 'title', []],
  ['no unknown and no required column', 'amount,constructor,title', null, ['title']],
])('hides %s (OQ-495)', (_, address, stored, expected) => {
  expect(hiddenColumns(address, stored, choosable)).toEqual(expected)
})

it('names the hidden columns in the address, and that nothing is hidden only if the person hides some elsewhere (OQ-495)', () => {
  expect(hiddenParameter(['title', 'source'], null)).toBe('title,source')
  expect(hiddenParameter([], null)).toBeUndefined()
  expect(hiddenParameter([], 'title')).toBe('none')
})
