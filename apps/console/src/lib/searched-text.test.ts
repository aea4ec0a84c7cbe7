import { expect, it } from 'vitest'
import { isFound } from './searched-text.ts'

it.each([
  ['José Álvarez', 'jose alvarez'],
  ["D'Souza", 'D’Souza'],
  ['D’Souza', "d'souza"],
  ['D´Souza', "D'Souza"],
  ['GROẞE', 'grosse'],
  ['Anne–Marie', 'anne-marie'],
  ['Ａｓｈａ', 'asha'],
  ['Straße', 'strasse'],
  ['Łukasz Ødegård', 'lukasz odegard'],
  ['\u0915\u093c\u0930\u0940\u092e', '\u0958\u0930\u0940\u092e'],
  ['Jose\u0301', 'josé'],
  ['Asha', ' ASH '],
  ['İstanbul', 'istanbul'],
  ['istanbul', 'İSTANBUL'],
  ['Işık', 'isik'],
  ['ışık', 'ISIK'],
])('finds %s by %s (OQ-140)', (text, typed) => {
  expect(isFound(text, typed)).toBe(true)
})

it.each([
  ['कि', 'की'],
  ['Asha', 'Ashok'],
])('does not find %s by %s (OQ-140)', (text, typed) => {
  expect(isFound(text, typed)).toBe(false)
})
