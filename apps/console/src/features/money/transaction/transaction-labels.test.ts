import { describe, expect, it } from 'vitest'
import { personName } from '../../../lib/person-name.ts'
import { transactionStatusBadge } from '../../../shared/money/order-status/order-status.ts'
import { orderPollMs, refundPollMs, trafficLabels } from './transaction-labels.ts'

describe('the labels of a transaction', () => {
  it('show NA for each missing traffic value (TXN-03)', () => {
    expect(trafficLabels({})).toEqual({ source: 'NA', medium: 'NA', campaign: 'NA' })
    expect(trafficLabels({ source: '', medium: 'cpc', campaign: '' })).toEqual({
      source: 'NA',
      medium: 'cpc',
      campaign: 'NA',
    })
  })

  it('name the known sources and show others unchanged (TXN-04)', () => {
    expect(trafficLabels({ source: 'meta' }).source).toBe('Meta')
    expect(trafficLabels({ source: 'google' }).source).toBe('Google')
    expect(trafficLabels({ source: 'organic' }).source).toBe('Organic')
    expect(trafficLabels({ source: 'toString' }).source).toBe('toString')
  })

  it('include a badge for each status, and show others unchanged (TXN-02)', () => {
    expect(transactionStatusBadge('pending')).toMatchObject({ label: 'Pending', shape: 'ring', tone: 'warn' })
    expect(transactionStatusBadge('completed')).toMatchObject({
      label: 'Completed',
      shape: 'tick',
      tone: 'ok',
    })
    expect(transactionStatusBadge('refunded')).toMatchObject({
      label: 'Refunded',
      shape: 'turn',
      tone: 'mute',
    })
    expect(transactionStatusBadge('On hold')).toEqual({ label: 'On hold', shape: 'dot', tone: 'mute' })
    expect(transactionStatusBadge('failed').label).toBe('Failed')
    expect(transactionStatusBadge('on_hold').label).toBe('On hold')
    expect(transactionStatusBadge('constructor').label).toBe('Constructor')
  })

  it('include the name of the buyer (TXN-01)', () => {
    const buyer = { _id: 'u1', first_name: 'Sana', last_name: '', phone: '', email: '' }
    expect(personName(buyer)).toBe('Sana')
  })
})

describe('polling for a refund', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const row = (state: 'requested' | 'unknown' | 'failed' | 'processed', requested_at: string) => ({
    status: 'completed',
    refund: { state, requested_at, open_amount: 0 },
  })

  it('continues while a refund is in progress, less often if it takes long (TXN-13)', () => {
    expect(refundPollMs([row('requested', '2026-11-21T11:59:30Z')], now)).toBe(3_000)
    expect(refundPollMs([row('unknown', '2026-11-21T11:00:00Z')], now)).toBe(30_000)
  })

  it('stops when every outcome is known (TXN-13)', () => {
    expect(
      refundPollMs([row('failed', '2026-11-21T11:59:30Z'), { status: 'pending', refund: null }], now),
    ).toBe(undefined)
  })
})

describe('polling for an order', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  const order = (document_state: 'due' | 'issued' | 'on-request', completed_at: string | null) => ({
    status: 'completed',
    refund: null,
    document_state,
    completed_at,
  })

  it('continues until the invoice is issued, less often if it takes long (OQ-240, OQ-280)', () => {
    expect(orderPollMs(order('due', '2026-11-21T11:59:30Z'), now)).toBe(3_000)
    expect(orderPollMs(order('due', '2026-11-21T11:00:00Z'), now)).toBe(30_000)
    expect(orderPollMs(order('issued', '2026-11-21T11:59:30Z'), now)).toBe(undefined)
    expect(orderPollMs({ ...order('due', null), status: 'pending' }, now)).toBe(undefined)
  })

  it('continues while a refund is in progress', () => {
    const refund = { state: 'requested' as const, requested_at: '2026-11-21T11:59:30Z', open_amount: 100 }
    expect(orderPollMs({ ...order('issued', '2026-11-20T12:00:00Z'), refund }, now)).toBe(3_000)
  })
})
