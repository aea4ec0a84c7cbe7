import type { WebhookDelivery } from '@greenroom/contract/staff/webhook/webhook.schema'
import { describe, expect, it } from 'vitest'
import { answerText, recordLink, recordText, waitText } from './webhook-texts.ts'

const delivery: WebhookDelivery = {
  _id: '1',
  destination: 'product',
  event: 'session.changed',
  record_type: 'event',
  record_id: '019ab0c4-7100-7c31-8e42-5a2f7d90bc32',
  record_label: 'Term insurance in plain words',
  payload: { type: 'session.changed', data: { kind: 'webinar' } },
  state: 'waiting',
  created_at: '2026-11-23T06:30:00.000Z',
  attempts: 1,
  last_attempt_at: '2026-11-23T06:30:00.000Z',
  last_status: 500,
  last_answer: 'The database\n  is away.',
  next_attempt_at: '2026-11-23T06:30:10.000Z',
  sent_at: null,
  is_held: false,
}

describe('a delivery', () => {
  it('names its record, or the kind of record and the beginning of its id (OQ-415)', () => {
    expect(recordText(delivery)).toBe('Term insurance in plain words')
    expect(recordText({ ...delivery, record_type: 'post', record_label: null })).toBe('Post 019ab0c4')
  })

  it('leads to the screen of its record, unless that is gone (OQ-415)', () => {
    const search = { open: delivery.record_id }
    expect(recordLink(delivery)).toEqual({ to: '/webinar', search })
    expect(recordLink({ ...delivery, payload: { data: { kind: 'event' } } })).toEqual({
      to: '/events',
      search,
    })
    expect(recordLink({ ...delivery, record_type: 'lead' })).toEqual({ to: '/advisory/leads', search })
    expect(recordLink({ ...delivery, record_type: 'masterclass' })).toEqual({ to: '/masterclass', search })
    expect(recordLink({ ...delivery, record_type: 'transaction' })).toMatchObject({
      params: { id: delivery.record_id },
    })
    for (const record_type of ['post', 'user'] as const) {
      expect(recordLink({ ...delivery, record_type })).toBeUndefined()
    }
  })

  it('shows the last answer in one line (OQ-415)', () => {
    expect(answerText(delivery)).toBe('500 The database is away.')
    expect(answerText({ ...delivery, last_answer: null })).toBe('500')
    expect(answerText({ ...delivery, last_status: null, last_answer: 'The connection was refused.' })).toBe(
      'The connection was refused.',
    )
    expect(answerText({ ...delivery, last_attempt_at: null, last_status: null, last_answer: null })).toBe('')
  })

  it('says what it waits for (OQ-415)', () => {
    expect(waitText(delivery)).toMatch(/^next 23 Nov 2026/)
    expect(waitText({ ...delivery, is_held: true })).toBe('waits for an earlier one of this record')
    expect(waitText({ ...delivery, state: 'sent', next_attempt_at: null })).toBeUndefined()
  })
})
