import type { CorrectionPreview } from '@greenroom/contract/money/document/correction.schema'
import { describe, expect, it } from 'vitest'
import { changedParts, comparedLines, valuesOf } from './corrected-parts.ts'

const side: CorrectionPreview['before'] = {
  name: 'Priya Sharma',
  address: '',
  state: 'Kerala (32)',
  country: 'India',
  gstin: null,
  supply: 'b2c',
  place_of_supply: 'Kerala (32)',
  rate_percent: 18,
  taxable: 100_000,
  cgst: 0,
  sgst: 0,
  igst: 18_000,
  flags: [],
}
const preview: CorrectionPreview = {
  invoice: { id: 'one', serial: 'GR/2627/000001', document_date: '2026-11-20' },
  currency_code: 'INR',
  total: 118_000,
  billing: { name: '', address: '', gstin: '', state: '32', country: null },
  venue: null,
  before: side,
  after: {
    ...side,
    state: 'Karnataka (29)',
    place_of_supply: 'Karnataka (29)',
    igst: 0,
    cgst: 9_000,
    sgst: 9_000,
  },
  is_changed: true,
  credit_note: { series: 'GRC/2627/', document_date: '2026-11-30', table: 'b2cs' },
  new_invoice: { series: 'GR/2627/', document_date: '2026-11-30', table: 'b2cs' },
  preview: '',
}

describe('the parts of a correction', () => {
  const now = valuesOf(preview)

  it('are what differs from the order', () => {
    expect(now).toEqual({ name: '', address: '', gstin: '', place: '32', venue: null })
    expect(changedParts(now, now)).toEqual({})
    expect(changedParts(now, { ...now, gstin: 'X', place: '29' })).toEqual({ gstin: 'X', state: '29' })
    expect(changedParts(now, { ...now, place: 'US', venue: '96' })).toEqual({
      country: 'US',
      venue_state: '96',
    })
    expect(changedParts({ ...now, name: 'A' }, now)).toEqual({ name: '' })
  })

  it('are compared line by line, without taxes of nothing', () => {
    const lines = comparedLines(preview)
    expect(lines.filter(({ isChanged }) => isChanged).map(({ part }) => part)).toEqual([
      ...['state', 'place_of_supply', 'cgst', 'sgst', 'igst'],
    ])
    expect(lines.find(({ part }) => part === 'gstin')).toMatchObject({ before: '–', after: '–' })
    expect(lines.find(({ part }) => part === 'igst')).toMatchObject({ before: '₹180.00', after: '₹0.00' })
    const without = comparedLines({ ...preview, after: side })
    expect(without.map(({ part }) => part)).not.toContain('cgst')
  })
})
