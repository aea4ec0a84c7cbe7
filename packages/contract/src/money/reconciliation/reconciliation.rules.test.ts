import { expect, it } from 'vitest'
import { needsMoney } from './reconciliation.rules.ts'
import { differenceKinds } from './reconciliation.schema.ts'

it('lets only differences be resolved together that move no money (OQ-679)', () => {
  expect(differenceKinds.filter((kind) => !needsMoney(kind))).toEqual([
    'payment-without-order',
    'not-paid',
    'payment-of-another-order',
    'settled-differs',
    'not-settled',
    'settled-unknown',
  ])
})
