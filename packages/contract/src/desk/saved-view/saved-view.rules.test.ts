import { describe, expect, it } from 'vitest'
import { viewKey, viewSearchOf } from './saved-view.rules.ts'
import {
  isPersonalName,
  isPersonalSearch,
  permissionsOfView,
  viewedScreen,
  viewedScreens,
} from './viewed-screens.ts'

const id = '01931f6e-0000-7000-8000-00000000dead'

describe('what a view keeps of an address (OQ-495)', () => {
  it('is its filters, tab, sort, columns and rows per page, never the page or what is opened', () => {
    expect(
      viewSearchOf({
        status: 'completed',
        page: 3,
        size: 50,
        open: id,
        edit: id,
        create: '1',
        coupons: id,
        hide: 'source',
        q: '',
        from: undefined,
      }),
    ).toEqual({ hide: 'source', size: '50', status: 'completed' })
  })

  it('is nothing on a tab that creates', () => {
    expect(viewSearchOf({ tab: 'create', q: 'SIP' })).toEqual({})
  })

  it('is the same for the same filters in another order, and another for other filters', () => {
    const key = viewKey('/coupons', { tab: 'ended', q: 'NEW', page: 2 })
    expect(viewKey('/coupons', { q: 'NEW', tab: 'ended' })).toBe(key)
    expect(viewKey('/coupons', { q: 'NEW' })).not.toBe(key)
    expect(viewKey('/coupons', { q: 'NEW","tab":"ended' })).not.toBe(key)
  })
})

describe('the screens with views', () => {
  it('are lists, also those of one record', () => {
    expect(viewedScreen('/transactions/events')?.section).toBe('transactions')
    expect(viewedScreen(`/event/people/${id}`)?.section).toBe('events')
    for (const path of [
      '/masterclass/create',
      '/event/people/$id',
      '/event/people/1',
      `/webinar/edit/${id}`,
      '/transactions/$type',
      '/personal-data',
      '/login',
      '/',
      '',
      'constructor',
      '//elsewhere.example',
      'https://elsewhere.example/coupons',
    ]) {
      expect([path, viewedScreen(path)]).toEqual([path, undefined])
    }
    expect(Object.keys(viewedScreens).length).toBeGreaterThan(30)
  })

  it('need to see people in full if a view looks for somebody (OQ-498)', () => {
    expect(permissionsOfView('/advisory/leads', { status: 'DEFERRED' })).toEqual(['advisory.read'])
    expect(permissionsOfView('/advisory/leads', { q: 'asha@example.com' })).toEqual([
      'advisory.read',
      'personal.read',
    ])
    expect(permissionsOfView('/nowhere', { q: 'asha@example.com' })).toBeUndefined()
  })
})

it.each([
  [{ phone: '98450' }, true],
  [{ q: '+91 98450-12763' }, true],
  [{ q: 'ananya.iyer@gmail.com' }, true],
  [{ q: 'Ananya Iyer', size: '50' }, false],
  [{ from: '2026-11-01', to: '2026-11-21' }, false],
  [{ advisor_id: id, record: `coupon.${id}` }, false],
  [{ q: 'ORD-20261121-0001' }, false],
  [{ q: '2026' }, false],
])('tells whether %j looks for a person by phone or e-mail address: %s (OQ-498)', (search, expected) => {
  expect(isPersonalSearch(search as Record<string, string>)).toBe(expected)
})

it.each([
  ['Ananya 98450 12763', true],
  ['Calls of 2026-11-20, +91 98450-12763', true],
  ['Mail to ananya.iyer@gmail.com', true],
  ['Sales @ Mumbai', false],
  ['Paid 2026-11-01 - 2026-11-20', false],
  ['Since 1.11.2026', false],
  ['Years 2025-2026', false],
  ['ORD-20261121-0001', false],
])('tells whether the name "%s" contains a phone or an e-mail address: %s (OQ-498)', (name, expected) => {
  expect(isPersonalName(name)).toBe(expected)
})
