import {
  differenceKinds,
  differenceTitles,
} from '@greenroom/contract/money/reconciliation/reconciliation.schema'
import { describe, expect, it } from 'vitest'
import { kindHelp } from './difference-messages.ts'
import { counted, sideText } from './difference-texts.ts'

describe('a difference', () => {
  it('says what each side knows (OQ-272)', () => {
    expect(sideText({ state: 'captured', amount: 249_900, currency: 'INR' })).toEqual({
      state: 'Captured',
      amount: '₹2,499.00',
    })
    expect(sideText({ state: 'cancelled', amount: 100, currency: 'EUR' })).toEqual({
      state: 'cancelled',
      amount: '1.00 EUR',
    })
    expect(sideText({ state: null, amount: null, currency: null })).toEqual({
      state: 'No record',
      amount: null,
    })
  })

  it('has a heading and a next step for each kind (OQ-272)', () => {
    for (const kind of differenceKinds) {
      expect(differenceTitles[kind]).toMatch(/^[A-Z]/)
      expect(kindHelp[kind]).toMatch(/\.$/)
    }
    expect([counted(1, 'payment'), counted(1_200, 'payment')]).toEqual(['1 payment', '1,200 payments'])
  })
})
