import type { Locator, Page } from 'playwright/test'

/** A part of a screen whose script comes late and that then takes the focus. */
export interface LazyPart {
  /** As its declaration names it. */
  id: string
  at: string
  before?: (page: Page) => Promise<void>
  /** Opens it. */
  open: (page: Page) => Promise<void>
  /** The field that somebody goes on in. */
  elsewhere: (page: Page) => Locator
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()
const message = (page: Page) => page.getByRole('textbox', { name: 'Message' })

/** A row for each part that takes the focus; a test compares. */
export const lazyParts: readonly LazyPart[] = [
  {
    id: 'post-poll',
    at: '/create-post?tab=create',
    open: (page) => page.locator('[data-add="poll"]').click(),
    elsewhere: message,
  },
  {
    id: 'post-attachments',
    at: '/create-post?tab=create',
    open: (page) => page.locator('[data-add="files"]').click(),
    elsewhere: message,
  },
  {
    id: 'post-tags',
    at: '/create-post?tab=create',
    open: (page) => page.getByRole('combobox').first().click(),
    elsewhere: message,
  },
  {
    id: 'date-calendar',
    at: '/event/create',
    open: button('Pick from a calendar'),
    elsewhere: (page) => page.getByRole('textbox', { name: /^Title/ }),
  },
  {
    id: 'columns',
    at: '/advisory/leads',
    open: button('Columns'),
    elsewhere: (page) => page.getByRole('searchbox').first(),
  },
  {
    id: 'row-menu',
    at: '/staff',
    open: button(/^More actions of /),
    elsewhere: (page) => page.getByRole('searchbox').first(),
  },
  {
    id: 'transaction-filter-menu',
    at: '/transactions/masterclass?status=completed',
    open: (page) => page.getByRole('list', { name: 'Filters' }).getByRole('button').first().click(),
    elsewhere: (page) => page.locator('main input[type="tel"]'),
  },
  {
    id: 'new-coupon',
    at: '/memberships',
    before: button(/^Add Coupon, /),
    open: button('Create new coupon'),
    elsewhere: (page) => page.getByRole('dialog').locator('input').first(),
  },
]

/** Parts that take the focus only where nothing has it, or with what they show later, with the reason. */
export const quietParts: Readonly<Record<string, string>> = {
  'date-field': 'It follows the focus of the field that it replaces.',
  'copy-menu': 'A press elsewhere gives it up, and the lists of cards have no field.',
  forbidden: 'It takes the focus only if nothing has it.',
  'saved-view': 'It takes the focus only if nothing has it, after its own button was replaced.',
  'order-differences': 'It takes no focus.',
  'lead-board': 'It moves the focus with a card that a key moved.',
}
