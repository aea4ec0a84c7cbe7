import { describe, expect, it } from 'vitest'
import { documentTitle, screenOf } from './headings.ts'

const nowhere = { params: {}, search: {} }

describe('the top bar', () => {
  it.each([
    ['/masterclass', 'Masterclass'],
    ['/masterclass/create', 'Create Masterclass'],
    ['/masterclass/edit/$id', 'Edit Masterclass'],
    ['/moderation/users', 'Reported Users'],
    ['/moderation/posts', 'Reported Posts'],
    ['/moderation/comments', 'Reported Comments'],
    ['/events', 'Events'],
    ['/event/create', 'Create Event'],
    ['/event/edit/$id', 'Edit Event'],
    ['/webinar', 'Webinar'],
    ['/webinar/create', 'Create Webinar'],
    ['/webinar/edit/$id', 'Edit Webinar'],
    ['/banners', 'Banners'],
    ['/create-banner', 'Create Banner'],
    ['/create-post', 'Post Management'],
    ['/create-post/edit/$id', 'Edit Post'],
    ['/news', 'News'],
    ['/news/create', 'Create News Snippet'],
    ['/news/edit', 'Edit News Snippet'],
    ['/creators', 'Creators'],
    ['/advisory/services', 'Advisory Services'],
    ['/advisory/services/$id', 'Service Details'],
    ['/advisory/advisors', 'Advisors'],
    ['/advisory/leads', 'Advisory Leads'],
    ['/memberships', 'Coupons Management'],
    ['/coupons', 'Coupons'],
    ['/reports', 'Numbers'],
    ['/books/documents', 'Documents'],
    ['/books/differences', 'Differences'],
    ['/books/disputes', 'Disputes'],
    ['/books/settlements', 'Settlements'],
    ['/books/money', 'Money'],
    ['/books/months', 'Months'],
    ['/url-shortener', 'Url Shortener'],
    ['/custom-payment-pages', 'Custom Payment Pages'],
  ])('shows %s under the heading %s (SHELL-03)', (route, heading) => {
    expect(screenOf(route, nowhere).heading).toBe(heading)
    expect(documentTitle(heading)).toBe(`${heading} · Greenroom`)
  })

  it('shows a month under its name (OQ-658)', () => {
    const { heading } = screenOf('/books/months/$month', { ...nowhere, params: { month: '2026-10' } })
    expect(heading).toBe('October 2026')
  })

  it('puts the name of the record first in the document title (OQ-228)', () => {
    expect(documentTitle('Edit Event', 'Family finance day')).toBe(
      'Family finance day · Edit Event · Greenroom',
    )
  })

  it('leaves room for the name of a record only where there is one (OQ-228)', () => {
    const isOfRecord = (route: string, place: Partial<typeof nowhere>) =>
      screenOf(route, { ...nowhere, ...place }).isOfRecord
    expect(isOfRecord('/transactions/orders/$id', { params: { id: 'o1' } })).toBe(true)
    expect(isOfRecord('/news/edit', { search: { id: 'n1' } })).toBe(true)
    expect(isOfRecord('/create-banner', {})).toBe(false)
    expect(isOfRecord('/transactions/$type', { params: { type: 'custom' } })).toBe(false)
  })

  it.each([
    ['masterclass', 'Masterclass Transactions'],
    ['membership', 'Membership Transactions'],
    ['events', 'Event Transactions'],
    ['custom', 'Custom Transactions'],
    ['anything', ''],
  ])('names the type of the transactions: %s (SHELL-18)', (type, heading) => {
    expect(screenOf('/transactions/$type', { params: { type }, search: {} }).heading).toBe(heading)
  })

  it('titles the form of a banner by whether it creates or updates (SHELL-25, BAN-04)', () => {
    expect(screenOf('/create-banner', { params: {}, search: { id: 'b1' } }).heading).toBe('Update Banner')
    expect(screenOf('/create-banner', nowhere).back).toBe('/banners')
  })

  it('has no heading on the empty screen (SHELL-13)', () => {
    expect(screenOf('/', nowhere)).toEqual({ heading: '' })
    expect(documentTitle('')).toBe('Greenroom')
  })

  it('links back to the list from create and edit screens (SHELL-39)', () => {
    expect(screenOf('/masterclass/create', nowhere).back).toBe('/masterclass')
    expect(screenOf('/masterclass/edit/$id', nowhere).back).toBe('/masterclass')
    expect(screenOf('/masterclass', nowhere).back).toBeUndefined()
    expect(screenOf('/create-post/edit/$id', nowhere).back).toBe('/create-post')
    expect(screenOf('/advisory/services/$id', nowhere).back).toBe('/advisory/services')
    for (const [section, list] of [
      ['event', '/events'],
      ['webinar', '/webinar'],
    ]) {
      expect(screenOf(`/${section}/create`, nowhere).back).toBe(list)
      expect(screenOf(`/${section}/edit/$id`, nowhere).back).toBe(list)
    }
  })

  it('offers Create only on the list (SHELL-40)', () => {
    for (const [list, form] of [
      ['/masterclass', '/masterclass/create'],
      ['/events', '/event/create'],
      ['/webinar', '/webinar/create'],
      ['/banners', '/create-banner'],
      ['/news', '/news/create'],
    ] as const) {
      expect(screenOf(list, nowhere).create).toEqual({ to: form, search: {}, label: 'Create' })
      expect(screenOf(form, nowhere).create).toBeUndefined()
    }
    expect(screenOf('/memberships', nowhere).create).toBeUndefined()
  })

  it.each(['/creators', '/advisory/advisors', '/url-shortener', '/create-post'])(
    'opens the tab of %s that creates, and shows no Create beside it (OQ-231)',
    (list) => {
      expect(screenOf(list, nowhere).create).toEqual({
        to: list,
        search: { tab: 'create' },
        label: 'Create',
      })
      expect(screenOf(list, { params: {}, search: { tab: 'create' } }).create).toBeUndefined()
    },
  )

  it('opens the dialog of a new payment page over its list, with the tab and the search kept (PAY-04, OQ-236)', () => {
    const shown = { params: {}, search: { tab: 'inactive', q: 'tax', edit: 'p1' } }
    expect(screenOf('/custom-payment-pages', shown).create).toEqual({
      to: '/custom-payment-pages',
      search: { tab: 'inactive', q: 'tax', create: '1' },
      label: 'Create New',
      state: { isDialogStep: true },
    })
  })
})
