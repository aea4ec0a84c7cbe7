import type { GstReturnSummary } from '@greenroom/contract/money/gst-return/gst-return.schema'
import type { CurrencyMoney } from '@greenroom/contract/money/month-money/month-money.schema'
import { describe, expect, it } from 'vitest'
import { type TieSection, tieSections } from './tie-rows.ts'

const sum = (amount: number, count = 1) => ({ amount, count })
const none = { amount: 0, count: 0 }
const money: CurrencyMoney = {
  currency: 'INR',
  captured: {
    orders: sum(1_000, 2),
    on_top: 20,
    unallocated: sum(300),
    closed: none,
    total: sum(1_320, 4),
    elsewhere: sum(50),
  },
  settled: { in_month: sum(900, 2), other_month: none, without: sum(420, 2), differing: 5 },
  bank: {
    settlements: 2,
    in_month: sum(905, 2),
    other_month: sum(100),
    unknown: sum(10),
    refunds: sum(200),
    adjustments: -40,
    fee: 15,
    tax: 2,
    net: 759,
    unexplained: 1,
  },
  invoiced: { in_month: sum(1_000, 2), other_month: none, without: sum(50), differing: 0 },
  refunded: { in_month: sum(200), other_month: none, without: none, differing: 0 },
  disputes_lost: sum(70),
  documents: {
    invoices: sum(1_000, 2),
    other_invoices: none,
    credit_notes: sum(-200),
    other_credit_notes: none,
    corrections: none,
    not_reported: sum(-30),
    total: sum(800, 3),
  },
}
const taxes = { taxable: 0, cgst: 0, sgst: 0, igst: 0 }
const summaryOf = (registered: number, reported: number) =>
  ({
    registered: { ...taxes, count: 3, total: registered },
    reported: { ...taxes, count: 3, total: reported },
  }) as GstReturnSummary

const rowsOf = (sections: TieSection[], key: TieSection['key']) =>
  sections.find((one) => one.key === key)?.rows ?? []

describe('the money of a month', () => {
  it('has sections whose rows add up to their total (OQ-804)', () => {
    const sections = tieSections(money, summaryOf(830, 830))
    expect(sections).toHaveLength(6)
    for (const { key, rows } of sections) {
      const at = rows.findIndex(({ isTotal }) => isTotal)
      const parts = rows.slice(0, at).reduce((total, { amount }) => total + amount, 0)
      expect([key, parts]).toEqual([key, rows[at]?.amount])
      expect(rows.slice(at + 1).every(({ isBeside }) => isBeside)).toBe(true)
    }
  })

  it('marks what somebody should look at (OQ-804)', () => {
    const open = tieSections(money, summaryOf(830, 800)).flatMap(({ rows }) =>
      rows.filter(({ isOpen }) => isOpen).map(({ label, amount }) => [label, amount]),
    )
    expect(open).toEqual([
      ['Unallocated receipts', 300],
      ['In no settlement yet', 420],
      ['What settlements have more than the books', 5],
      ['Payments that nobody knows here', 10],
      ['Not explained by the lines', -1],
      ['Without an invoice', 50],
      ['Documents and return differ by', 30],
    ])
  })

  it('leads from the documents to the return, over other currencies (OQ-804)', () => {
    const labels = (summary?: GstReturnSummary) =>
      rowsOf(tieSections(money, summary), 'documents')
        .filter(({ isBeside }) => isBeside)
        .map(({ label, amount }) => [label, amount])
    expect(labels()).toEqual([['Of these in no return', -30]])
    expect(labels(summaryOf(830, 830))).toEqual([
      ['Of these in no return', -30],
      ['Reported in GSTR-1', 830],
    ])
    expect(labels(summaryOf(900, 900))).toContainEqual(['Documents in other currencies, in rupees', 70])
  })

  it('leaves out what a currency does not have (OQ-804)', () => {
    const refunded = { in_month: none, other_month: none, without: none, differing: 0 }
    const sections = tieSections({ ...money, currency: 'USD', refunded, disputes_lost: none }, undefined)
    expect(rowsOf(sections, 'refunded')).toEqual([])
  })
})
