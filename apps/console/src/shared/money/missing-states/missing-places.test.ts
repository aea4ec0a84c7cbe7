import type { MissingState } from '@greenroom/contract/money/document/document.schema'
import { describe, expect, it } from 'vitest'
import { correctionsOf, placeName, placeOf, problemsOf } from './missing-places.ts'

const row = (id: string, guess: { state?: string; country?: string } | null): MissingState => ({
  document: { id } as MissingState['document'],
  guess: guess && { state: null, country: null, order: null, ...guess },
})
const rows = [row('a', { state: '33' }), row('b', { country: 'US' }), row('c', null)]

describe('the choices for missing States (OQ-656, OQ-657)', () => {
  it('begin with the guess, and keep what was chosen or cleared', () => {
    expect(rows.map((one) => placeOf(one, new Map()))).toEqual(['33', 'US', null])
    const chosen = new Map([
      ['a', null],
      ['c', '29'],
    ])
    expect(rows.map((one) => placeOf(one, chosen))).toEqual([null, 'US', '29'])
  })

  it('are sent as a State or a country, without rows that have none or were refused', () => {
    expect(correctionsOf(rows, new Map(), new Map())).toEqual([
      { id: 'a', state: '33' },
      { id: 'b', country: 'US' },
    ])
    expect(correctionsOf(rows, new Map([['c', '29']]), new Map([['a', 'Filed']]))).toEqual([
      { id: 'b', country: 'US' },
      { id: 'c', state: '29' },
    ])
  })

  it('get the messages of a refusal by their place in the request', () => {
    const sent = [{ id: 'b' }, { id: 'c' }]
    expect(
      problemsOf(
        [
          { path: 'documents.1.state', message: 'Filed' },
          { path: 'documents.7.id', message: 'Unknown' },
          { path: 'documents', message: 'Too many' },
        ],
        sent,
      ),
    ).toEqual(new Map([['c', 'Filed']]))
  })

  it('have names', () => {
    expect([placeName('33'), placeName('US')]).toEqual(['Tamil Nadu', 'United States'])
  })
})
