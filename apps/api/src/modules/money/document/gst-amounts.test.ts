import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { creditAmounts, type GstAmounts, gstAmounts, type TaxKind } from './gst-amounts.ts'

const anyTotal = fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.maxSafeNat())
const anyKind = fc.constantFrom<TaxKind>('intra-state', 'inter-state', 'none')
const anyRate = fc.constantFrom(5, 12, 18, 28, 0.25, 0)
const sumOf = ({ taxable, cgst, sgst, igst }: GstAmounts) =>
  [taxable, cgst, sgst, igst].reduce((sum, part) => sum + BigInt(part), 0n)

describe('GST in a paid amount', () => {
  it('adds up to the paisa, with equal halves inside the State (TXN-12, OQ-252)', () => {
    fc.assert(
      fc.property(anyTotal, anyKind, anyRate, (total, kind, rate) => {
        const amounts = gstAmounts(total, kind, rate)
        expect(sumOf(amounts)).toBe(BigInt(total))
        expect(amounts.cgst).toBe(amounts.sgst)
        expect(Object.values(amounts).every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true)
        if (kind === 'none') expect(amounts.taxable).toBe(total)
        if (kind !== 'intra-state') expect(amounts.cgst).toBe(0)
        if (kind !== 'inter-state') expect(amounts.igst).toBe(0)
      }),
      { numRuns: 2000 },
    )
  })

  it('is within a paisa of the rate on the taxable value (OQ-252)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e13 }), anyKind, anyRate, (total, kind, rate) => {
        const { taxable, cgst, sgst, igst } = gstAmounts(total, kind, rate)
        const exact = kind === 'none' ? 0 : (taxable * rate) / 100
        expect(Math.abs(cgst + sgst + igst - exact)).toBeLessThan(1.5)
      }),
    )
  })

  it.each([
    [249900, 'intra-state', { taxable: 211780, cgst: 19060, sgst: 19060, igst: 0 }],
    [4900, 'intra-state', { taxable: 4152, cgst: 374, sgst: 374, igst: 0 }],
    [4900, 'inter-state', { taxable: 4153, cgst: 0, sgst: 0, igst: 747 }],
    [12450001, 'inter-state', { taxable: 10550848, cgst: 0, sgst: 0, igst: 1899153 }],
    [4900, 'none', { taxable: 4900, cgst: 0, sgst: 0, igst: 0 }],
    [0, 'intra-state', { taxable: 0, cgst: 0, sgst: 0, igst: 0 }],
    [59, 'intra-state', { taxable: 49, cgst: 5, sgst: 5, igst: 0 }],
    [1, 'intra-state', { taxable: 1, cgst: 0, sgst: 0, igst: 0 }],
  ] as const)('splits %i %s (OQ-252)', (total, kind, parts) => {
    expect(gstAmounts(total, kind, 18)).toEqual({ total, ...parts })
  })

  it.each([-1, 1.5, Number.NaN, 2 ** 53])('refuses %d (OQ-252)', (total) => {
    expect(() => gstAmounts(total, 'none', 18)).toThrow(RangeError)
  })
})

describe('credit notes of parts', () => {
  /** Credits a document in parts until nothing is left. */
  function credited(document: GstAmounts, parts: readonly number[]): GstAmounts[] {
    const notes: GstAmounts[] = []
    for (const part of [...parts, document.total]) {
      const left = document.total - notes.reduce((sum, note) => sum + note.total, 0)
      if (left > 0) notes.push(creditAmounts(document, Math.min(part, left), notes))
    }
    return notes
  }
  const total = (notes: GstAmounts[], name: keyof GstAmounts) =>
    notes.reduce((sum, note) => sum + note[name], 0)

  it('add up to the document in each figure (OQ-252)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 50_000_000 }),
        anyKind,
        fc.array(fc.integer({ min: 100, max: 900_000 }), { maxLength: 30 }),
        (amount, kind, parts) => {
          const document = gstAmounts(amount, kind, 18)
          const notes = credited(document, parts)
          for (const note of notes) {
            expect(sumOf(note)).toBe(BigInt(note.total))
            expect(note.cgst).toBe(note.sgst)
            expect(Object.values(note).every((part) => part >= 0)).toBe(true)
            const rate = kind === 'none' ? 0 : 0.18
            expect(Math.abs(note.cgst + note.sgst + note.igst - note.taxable * rate)).toBeLessThan(4)
          }
          const last = notes.at(-1)?.total ?? 0
          // Halves of a tax cannot both be in a last note of one or two paise.
          for (const name of ['total', 'taxable', 'cgst', 'sgst', 'igst'] as const) {
            if (last >= 3) expect(total(notes, name), name).toBe(document[name])
            else if (name !== 'taxable') expect(total(notes, name), name).toBeLessThanOrEqual(document[name])
          }
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('never exceed the document in a tax, even paisa by paisa (OQ-252)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        anyKind,
        fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 60 }),
        (amount, kind, parts) => {
          const document = gstAmounts(amount, kind, 18)
          const notes = credited(document, parts)
          expect(total(notes, 'total')).toBe(amount)
          for (const name of ['cgst', 'sgst', 'igst'] as const) {
            expect(total(notes, name)).toBeLessThanOrEqual(document[name])
          }
          for (const note of notes) {
            expect(sumOf(note)).toBe(BigInt(note.total))
            expect(Object.values(note).every((part) => part >= 0)).toBe(true)
          }
        },
      ),
    )
  })

  it('take the whole document at once (OQ-252)', () => {
    const document = gstAmounts(249900, 'intra-state', 18)
    expect(creditAmounts(document, 249900)).toEqual(document)
    expect(creditAmounts(gstAmounts(0, 'none', 18), 0)).toEqual(gstAmounts(0, 'none', 18))
  })

  it('take no more tax than their share of the smallest documents (OQ-252)', () => {
    const parts = { total: 2, cgst: 0, sgst: 0 }
    expect(creditAmounts(gstAmounts(7, 'intra-state', 18), 2)).toEqual({ ...parts, taxable: 2, igst: 0 })
    expect(creditAmounts(gstAmounts(4, 'inter-state', 18), 2)).toEqual({ ...parts, taxable: 1, igst: 1 })
    const most = { total: 40, taxable: 34, cgst: 3, sgst: 3, igst: 0 }
    expect(creditAmounts(gstAmounts(46, 'intra-state', 18), 40)).toEqual(most)
  })

  it('keep equal halves for an older document with an odd paisa (OQ-252)', () => {
    const older = { total: 4900, taxable: 4153, cgst: 374, sgst: 373, igst: 0 }
    const first = creditAmounts(older, 2450)
    const second = creditAmounts(older, 2450, [first])
    expect([first.cgst + second.cgst, first.sgst + second.sgst]).toEqual([373, 373])
    expect(first.total + second.total).toBe(4900)
  })

  it('refuse more than is left (OQ-252)', () => {
    const document = gstAmounts(1000, 'inter-state', 18)
    const first = creditAmounts(document, 600)
    expect(() => creditAmounts(document, 401, [first])).toThrow('401 cannot be credited: 400 of 1000 is left')
    expect(() => creditAmounts(document, -1)).toThrow(RangeError)
    expect(() => creditAmounts(document, 0.5)).toThrow(RangeError)
  })
})
