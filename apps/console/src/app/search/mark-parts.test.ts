import { describe, expect, it } from 'vitest'
import { markParts } from './mark-parts.ts'

const shown = (text: string, typed: string) =>
  markParts(text, typed)
    .map((part) => (part.isMatch ? `[${part.text}]` : part.text))
    .join('')

describe('the marked part of a result', () => {
  it.each([
    ['Options Evening', 'evening', 'Options [Evening]'],
    ['Options Evening', ' options  evening ', '[Options Evening]'],
    ['order_NfKq7', 'ORDER_NF', '[order_Nf]Kq7'],
    ['+91 98450 12763', '9845012763', '+91 [98450 12763]'],
    ['+91 98450 12763', '+91-98450-12763', '+91 [98450 12763]'],
    ['•••2763', '2763', '•••[2763]'],
    ['ΟΔΟΣ', 'οδος', '[ΟΔΟΣ]'],
    ['😀 Ravi', 'ravi', '😀 [Ravi]'],
    ['José Rao', 'jose', '[José] Rao'],
    ['Jose\u0301 Rao', 'jose', '[Jose\u0301] Rao'],
    ['D’Souza', "d'souza", '[D’Souza]'],
    ['Hauptstraße', 'strasse', 'Haupt[straße]'],
    ['Options', '%', 'Options'],
    ['Options', '', 'Options'],
    [`Ravi ${' '.repeat(1_000)} Ravi`, 'ravi', `[Ravi] ${' '.repeat(1_000)} Ravi`],
    [`${' '.repeat(1_000)} Ravi`, 'ravi', `${' '.repeat(1_000)} Ravi`],
  ])('of %s for %s is %s (OQ-456)', (text, typed, expected) => {
    expect(shown(text, typed)).toBe(expected)
  })
})
