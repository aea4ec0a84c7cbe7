import { describe, expect, it } from 'vitest'
import { actionTexts } from './action-texts.ts'
import type { HistoryEntry } from './history.schema.ts'
import { describeEntry, joinRuns, type TextFormats } from './history-text.ts'
import { historySections, recordNouns } from './record-types.ts'

const formats: TextFormats = {
  money: (minor, currency) => `${currency === 'INR' ? '₹' : '$'}${(minor / 100).toLocaleString('en-IN')}`,
  moment: (iso) => `at ${iso.slice(0, 16)}`,
  day: (day) => `on ${day}`,
}

const entryOf = (entry: Partial<HistoryEntry>): HistoryEntry => ({
  _id: '1',
  at: '2026-11-22T10:00:00.000000Z',
  kind: 'change',
  actor_email: 'asha.iyer@greenroom.example',
  actor_name: 'Asha Iyer',
  action: 'masterclass.update',
  entity_type: 'masterclass',
  entity_id: 'm1',
  entity_label: 'Save tax',
  event_type: null,
  before: null,
  after: null,
  currency_code: null,
  names: {},
  address: null,
  request_id: null,
  session_id: null,
  sandbox: null,
  ...entry,
})
const describeOf = (entry: Partial<HistoryEntry>) => describeEntry(entryOf(entry), formats)

const inr = (current_price: number) => [{ currency_code: 'INR', current_price, original_price: 499900 }]

describe('the text of an entry of the history', () => {
  it('names the record, or its type without a label (OQ-341)', () => {
    expect(describeOf({ action: 'masterclass.publish' }).sentence).toBe(
      'Published the masterclass “Save tax”',
    )
    expect(describeOf({ action: 'event.create', entity_type: 'event', entity_label: null }).sentence).toBe(
      'Created an event',
    )
    expect(
      describeOf({ action: 'staff.disable', entity_type: 'staff', entity_label: 'a@b.example' }).sentence,
    ).toBe('Disabled the account of a@b.example')
  })

  it('writes an amount with its currency, and lists only the price that changed (OQ-341)', () => {
    expect(
      describeOf({
        before: { prices: inr(249900), version: 1 },
        after: { prices: inr(199900), version: 2 },
      }),
    ).toEqual({
      sentence: 'Changed price (INR) of the masterclass “Save tax” from ₹2,499 to ₹1,999',
      changes: [{ label: 'Price (INR)', before: '₹2,499', after: '₹1,999' }],
    })
  })

  it('names two of several changes and counts the rest', () => {
    const { sentence, changes } = describeOf({
      before: { title: 'A', start_time: '2026-11-28T13:30:00Z', is_active: true, creator_id: 'c1' },
      after: { title: 'B', start_time: '2026-11-29T13:30:00Z', is_active: false, creator_id: 'c2' },
      names: { c1: 'Asha Rao', c2: 'Kabir Sen' },
    })
    expect(sentence).toBe('Changed title, start and 2 more of the masterclass “Save tax”')
    expect(changes).toEqual([
      { label: 'Title', before: 'A', after: 'B' },
      { label: 'Start', before: 'at 2026-11-28T13:30', after: 'at 2026-11-29T13:30' },
      { label: 'Active', before: 'Yes', after: 'No' },
      { label: 'Creator', before: 'Asha Rao', after: 'Kabir Sen' },
    ])
  })

  it.each<[Partial<HistoryEntry>, string]>([
    [
      { action: 'transaction.refund', after: { amount: 100000, currency_code: 'INR' } },
      'Requested a refund of ₹1,000 of order ORDER-7',
    ],
    [
      {
        action: 'transaction.refund',
        after: { amount: 100000, currency_code: 'INR', requested_by: 'a@b.example' },
      },
      'Started the refund of ₹1,000 of order ORDER-7, which a@b.example requested',
    ],
    [
      { action: 'transaction.refund.settle', after: { amount: 100000, refund_state: 'processed' } },
      'Refunded $1,000 of order ORDER-7',
    ],
    [
      { action: 'transaction.refund.settle', after: { amount: 100000, refund_state: 'failed' } },
      'The refund of $1,000 of order ORDER-7 failed',
    ],
    [
      { action: 'transaction.credit-note', after: { amount: 100000, credit_note: 'CN-1' } },
      'Issued credit note CN-1 over $1,000 for order ORDER-7',
    ],
  ])('has the amount of money that moves: %#', (entry, sentence) => {
    const order = { entity_type: 'transaction', entity_label: 'ORDER-7', currency_code: 'USD' as const }
    expect(describeOf({ ...order, ...entry }).sentence).toBe(sentence)
  })

  it('names what a coupon was linked to', () => {
    const coupon = {
      entity_type: 'coupon',
      entity_label: 'SAVE10',
      after: { entity_id: 'm1', entity_type: 'x' },
    }
    expect(describeOf({ ...coupon, action: 'coupon.link', names: { m1: 'Save tax' } }).sentence).toBe(
      'Linked the coupon “SAVE10” to Save tax',
    )
  })

  it('shows erased details as erased (OQ-341)', () => {
    expect(
      describeOf({
        action: 'user.remove',
        entity_type: 'user',
        entity_label: '[erased]',
        before: { email: '[erased]', phone: '[erased]', posts: 3 },
      }),
    ).toEqual({
      sentence: 'Deleted the account of erased',
      changes: [
        { label: 'E-mail', before: 'erased', after: null },
        { label: 'Phone', before: 'erased', after: null },
        { label: 'Posts', before: '3', after: null },
      ],
    })
    const blanked = { before: { prices: '[erased]' }, after: { prices: inr(1) } }
    expect(describeOf(blanked).changes[0]).toEqual({ label: 'Prices', before: 'erased', after: null })
  })

  it('describes lists, nested members and people', () => {
    const { changes } = describeOf({
      before: { links: [{ name: 'Telegram', url: 'https://t.me/a', is_active: true }] },
      after: {
        links: [
          { name: 'Telegram', url: 'https://t.me/a', is_active: false },
          { name: 'Discord', url: 'https://d.example/b', is_active: true },
        ],
      },
    })
    expect(changes).toEqual([
      {
        label: 'Community link 1',
        before: 'Telegram, https://t.me/a, Active: Yes',
        after: 'Telegram, https://t.me/a, Active: No',
      },
      { label: 'Community link 2', before: null, after: 'Discord, https://d.example/b, Active: Yes' },
    ])
    expect(
      describeOf({
        action: 'lead.update',
        entity_type: 'lead',
        before: { advisor: null },
        after: { advisor: { _id: 'a', first_name: 'Dev', last_name: 'Shah' } },
      }).changes,
    ).toEqual([{ label: 'Advisor', before: null, after: 'Dev Shah' }])
  })

  it('shows what has no text by its name, as entries of other versions have (OQ-341)', () => {
    expect(
      describeOf({
        action: 'refund-request.approve',
        entity_type: 'refund-request',
        entity_label: 'ORDER-7',
        after: { approved_by: 'Asha', isUrgent: true, at_time: '2026-11-22T10:00:00Z' },
      }),
    ).toEqual({
      sentence: 'Refund request approve: ORDER-7',
      changes: [
        { label: 'Approved by', before: null, after: 'Asha' },
        { label: 'Is urgent', before: null, after: 'Yes' },
        { label: 'At time', before: null, after: 'at 2026-11-22T10:00' },
      ],
    })
    expect(describeOf({ action: 'constructor', entity_type: 'toString', entity_label: null }).sentence).toBe(
      'Constructor',
    )
  })

  it('leaves out a currency that is not known, and braces in a label as they are', () => {
    const order = {
      entity_type: 'transaction',
      entity_label: '{it}',
      after: { amount: 5000, currency_code: 'EUR' },
    }
    expect(describeOf({ ...order, action: 'transaction.note' }).sentence).toBe('Added a note to order {it}')
    expect(describeOf({ ...order, action: 'transaction.refund' }).sentence).toBe(
      'Requested a refund of 50.00 of order {it}',
    )
  })

  it('tells what was refused, and why a sign-in was', () => {
    expect(
      describeOf({
        kind: 'refused',
        action: 'call.refused',
        entity_type: 'call',
        entity_label: 'Refund a transaction',
        after: { tries: 3 },
      }).sentence,
    ).toBe('Not allowed: Refund a transaction, 3 times')
    expect(
      describeOf({
        kind: 'refused',
        action: 'session.refused',
        entity_label: null,
        after: { reason: 'CREDENTIAL_EXPIRED' },
      }).sentence,
    ).toBe('Sign-in refused: the sign-in had expired')
  })

  it('tells who looked at what, and what is gone by now (OQ-669)', () => {
    const look = (type: string, label: string | null, more: Partial<HistoryEntry> = {}) =>
      describeOf({ kind: 'look', action: 'contact.look', entity_type: type, entity_label: label, ...more })
        .sentence
    expect(look('person', 'Asha Iyer', { after: { tries: 2 } })).toBe(
      'Looked at the page of Asha Iyer, 2 times',
    )
    expect(look('person', null, { after: { tries: 0 } })).toBe(
      'Looked at the page of somebody who was removed',
    )
    expect(look('lead', 'Asha Iyer')).toBe('Looked at the lead of Asha Iyer')
    expect(look('transaction', 'order_1', { entity_id: 'o', names: { o: 'Asha Iyer' } })).toBe(
      'Looked at order 1 of Asha Iyer',
    )
    expect(look('document', 'INV/1', { entity_id: 'd', names: { d: '[erased]' } })).toBe(
      'Looked at document INV/1 of erased',
    )
    expect(look('search', 'asha@mail.example')).toBe('Searched for “asha@mail.example”')
    expect(look('search', null)).toBe('Searched for a contact that was erased')
  })

  it('has a type with a noun and a section for every action, sign-ins and sample data excepted', () => {
    const types = Object.keys(recordNouns)
    const sections = Object.values(historySections).flatMap(({ types: some }) => [...some] as string[])
    for (const action of Object.keys(actionTexts)) {
      // "personal-data.erase" is about a person, "gst-period.rate" about a month.
      const [prefix = ''] = action.split('.')
      expect([...types, 'personal-data', 'audit']).toContain(prefix)
    }
    expect(types.filter((type) => !sections.includes(type))).toEqual(['session', 'sample'])
  })
})

describe('a run of the same change (OQ-709)', () => {
  const invoices = (count: number, more: (place: number) => Partial<HistoryEntry> = () => ({})) =>
    Array.from({ length: count }, (_, place) =>
      entryOf({
        _id: String(place),
        action: 'transaction.invoice',
        entity_type: 'transaction',
        entity_label: `order_${place}`,
        after: { invoice: `GR/2627/${place}` },
        ...more(place),
      }),
    )
  const sentences = (entries: HistoryEntry[]) =>
    joinRuns(entries, formats).map((one) =>
      'entries' in one ? `${one.sentence}, ${one.entries.length}` : one._id,
    )

  it('is one line that counts the records', () => {
    expect(sentences(invoices(20))).toEqual(['Issued invoice for 20 orders, 20'])
    const published = invoices(5, (place) => ({
      action: 'masterclass.publish',
      entity_type: 'masterclass',
      entity_label: `Save tax ${place}`,
    }))
    expect(sentences(published)).toEqual(['Published 5 masterclasses, 5'])
  })

  it('has at least five entries', () => {
    expect(sentences(invoices(4))).toEqual(['0', '1', '2', '3'])
  })

  it('ends with another person, another sentence, or a minute without one', () => {
    const parts = (more: (place: number) => Partial<HistoryEntry>) => sentences(invoices(10, more)).length
    expect(parts(() => ({}))).toBe(1)
    expect(parts((place) => ({ actor_email: place < 5 ? 'a@b.example' : 'c@d.example' }))).toBe(2)
    expect(parts((place) => ({ at: `2026-11-22T10:0${place < 5 ? 0 : 2}:00Z` }))).toBe(2)
    const refunds = parts((place) => ({
      action: 'transaction.refund-request.approve',
      after: { amount: place < 5 ? 100 : 200 },
      currency_code: 'INR',
    }))
    expect(refunds).toBe(2)
  })
})
