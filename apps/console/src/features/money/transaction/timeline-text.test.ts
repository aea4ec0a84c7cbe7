import type { TimelineItem } from '@greenroom/contract/money/transaction/transaction-detail.schema'
import { describe, expect, it } from 'vitest'
import { timelineText } from './timeline-text.ts'

const at = '2026-11-20T10:00:00.000Z'
const textOf = (item: TimelineItem) => {
  const { text, by, details = [] } = timelineText(item, 'INR')
  return [text, ...details, ...(by === undefined ? [] : [`by ${by}`])].join(' | ')
}
const change = (
  action: string,
  changes: [string, string | null, string | null][],
  by: string | null = null,
) =>
  textOf({
    kind: 'change',
    at,
    by,
    change_id: '1',
    action,
    changes: changes.map(([name, before, after]) => ({ name, before, after })),
  })

describe('an entry of the timeline', () => {
  it('says what happened, with amounts and the names of methods (OQ-280)', () => {
    expect(textOf({ kind: 'ordered', at })).toBe('Ordered')
    expect(textOf({ kind: 'paid', at, amount: 249900, method: 'upi' })).toBe('Paid ₹2,499.00 by UPI')
    expect(textOf({ kind: 'paid', at, amount: 249900, method: null })).toBe('Paid ₹2,499.00')
    const refund = { at, refund_id: '1', amount: 100000 }
    expect(textOf({ ...refund, kind: 'refund-requested', by: 'a@b.example', origin: 'greenroom' })).toBe(
      'Refund of ₹1,000.00 requested | by a@b.example',
    )
    expect(textOf({ ...refund, kind: 'refund-requested', by: null, origin: 'gateway' })).toBe(
      "Refund of ₹1,000.00 requested in the gateway's dashboard",
    )
    expect(textOf({ ...refund, kind: 'refund-settled', state: 'failed', reason: 'Low balance' })).toBe(
      'Refund of ₹1,000.00 failed | Low balance',
    )
    const request = { at, request_id: '1', amount: 100000 }
    expect(textOf({ ...request, kind: 'approval-requested', by: 'a@b.example', note: 'Ill' })).toBe(
      'Approval requested for a refund of ₹1,000.00 | Ill | by a@b.example',
    )
    expect(
      textOf({
        ...request,
        kind: 'approval-decided',
        by: 'c@b.example',
        state: 'declined',
        reason: 'Too late',
      }),
    ).toBe('Request for a refund of ₹1,000.00 declined | Too late | by c@b.example')
    expect(
      textOf({
        ...request,
        kind: 'approval-decided',
        by: null,
        state: 'lapsed',
        reason: 'Refunded meanwhile.',
      }),
    ).toBe('Request for a refund of ₹1,000.00 lapsed | Refunded meanwhile.')
    expect(
      textOf({ kind: 'document', at, document_id: '1', document_kind: 'credit-note', serial: 'C/1' }),
    ).toBe('Credit note C/1 issued')
  })

  it('describes a change for staff, and turns an unknown action into readable text (OQ-280)', () => {
    expect(
      change('transaction.payment', [
        ['status', 'pending', 'completed'],
        ['payment_method', null, 'netbanking'],
        ['completed_at', null, at],
      ]),
    ).toBe('Payment recorded | Status: Pending to Completed | Method: Net banking')
    expect(
      change(
        'transaction.check',
        [
          ['outcome', null, 'nothing'],
          ['found', null, 'No payment.'],
        ],
        'a@b.example',
      ),
    ).toBe('Checked with Razorpay | No payment. | by a@b.example')
    expect(change('transaction.some-thing', [['status', 'failed', null]])).toBe(
      'Some thing | Status: removed',
    )
  })
})
