import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright/test'
import { sandboxAccounts } from '../../apps/api/src/platform/identity/sandbox-accounts.ts'
import { makeEvent, makeWebinar } from './event-records.ts'
import { card, chooseInCard, chooseInRow } from './journey.ts'
import { clearReports, makeComment, makeMember, makeMemberPost, report } from './moderation-records.ts'
import { makeNews } from './news-records.ts'
import type { Program } from './program.ts'
import {
  hoursFromNow,
  makeCredited,
  makeDifference,
  makeLead,
  makeMasterclass,
  makePublished,
  makeService,
  makeTransaction,
  pictureBytes,
  unique,
} from './records.ts'

/** How a dialog that is made by lazyDialog is opened. */
export interface LazyDialog {
  /** As its declaration names it. */
  id: string
  /** Address of its screen, after what it needs has been stored. */
  at: string | ((program: Program) => Promise<string>)
  /** What is done on the screen before, with all scripts there. */
  before?: (page: Page, program: Program) => Promise<void>
  /** Opens it, as often as called. */
  open: (page: Page, program: Program) => Promise<void>
  /** Whether the dialog that opens it is hidden while it is open. */
  hidesOther?: true
  /** Holds its own script alone: others that it needs first come in time. */
  isAlone?: true
  /** A write that opens it, by method. */
  writes?: RegExp
}

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()
/** Of a menu in the first row that has one, whose own script comes in time. */
const inRow = (action: string): Pick<LazyDialog, 'isAlone' | 'open'> => ({
  isAlone: true,
  open: (page) =>
    chooseInRow(
      page
        .getByRole('row')
        .filter({ has: page.getByRole('button', { name: /^More actions of / }) })
        .first(),
      action,
    ),
})
const createButton = (page: Page) => page.locator('header a[data-primary]').click()
/** Stores something, and remembers its name for the case's later steps. */
function named(make: (program: Program, title: string) => Promise<string>) {
  let title = ''
  return {
    title: () => title,
    at: (program: Program) => {
      title = unique('Slow')
      return make(program, title)
    },
  }
}

type Named = ReturnType<typeof named>

/** A dialog that a button of a card opens. @param name of the button; by default the title of the record */
function fromCard(
  id: string,
  { title, at }: Named,
  name?: string,
  more: Partial<LazyDialog> = {},
): LazyDialog {
  const open = (page: Page) =>
    card(page, title())
      .getByRole('button', { name: name ?? title() })
      .first()
      .click()
  return { id, at, open, ...more }
}

/** One that a card's menu opens, whose own script comes in time. */
function fromMenu(id: string, { title, at }: Named, action: string): LazyDialog {
  return { id, at, isAlone: true, open: (page) => chooseInCard(page, title(), action) }
}

const far = () => ({ start_time: hoursFromNow(24 * 900), end_time: hoursFromNow(24 * 900 + 1) })
/** Publishing a draft with these prices asks. */
export const asking = {
  prices: JSON.stringify([
    { currency_code: 'USD', original_price: 9900, current_price: 4900 },
    { currency_code: 'INR', original_price: 149900, current_price: 0 },
  ]),
}
const draft = () =>
  named(async (program, title) => {
    await makeMasterclass(program, { title, ...asking, ...far() })
    return '/masterclass?tab=draft'
  })
const published = () =>
  named(async (program, title) => {
    await makePublished(program, { title, ...far() })
    return '/masterclass'
  })
const event = () =>
  named(async (program, title) => {
    await makeEvent(program, { title })
    return '/events'
  })
const webinar = () =>
  named(async (program, title) => {
    await makeWebinar(program, { title, is_paid: 'true', ...asking })
    return '/webinar?tab=draft'
  })
const clashing = () =>
  named(async (program, title) => {
    const times = { start_time: hoursFromNow(9600), end_time: hoursFromNow(9601), zoom_hub_name: 'zoom_1' }
    await makePublished(program, times)
    await makeWebinar(program, { title, ...times, banner: new Blob([new Uint8Array(await pictureBytes())]) })
    return '/webinar?tab=draft'
  })

const order = async (program: Program, fields: Parameters<typeof makeTransaction>[1] = {}) =>
  `/transactions/orders/${(await makeTransaction(program, fields)).id}`
const refundAsked = (email: string) => async (program: Program) => {
  const { id } = await makeTransaction(program)
  const response = await fetch(`${program.url}/admin/payment/refund`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await program.token(email)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: id }),
  })
  if (!response.ok) throw new Error(await response.text())
  return '/transactions/requests'
}
const owner = 'meera.nair@greenroom.example'
const colleague = sandboxAccounts.find(({ email }) => email.startsWith('farida'))?.email ?? ''

const difference = (kind: string) => async (program: Program) => {
  const { id } = await makeTransaction(program, { status: 'pending' })
  await program.query(
    `insert into gateway_difference (id, kind, subject, transaction_id, payment_id, our_state, our_amount, our_currency,
      gateway_state, gateway_amount, gateway_currency, occurred_at, found_at, last_seen_at)
    values ($1, $2, $3, $4, $3, 'pending', 249900, 'INR', 'captured', 249900, 'INR', now(), now(), now())`,
    [randomUUID(), kind, `pay_${randomUUID().slice(0, 13)}`, id],
  )
  return '/books/differences'
}

/** With an invoice that lacks a State. */
const invoiced = (address: string) => async (program: Program) => {
  const { id } = await makeTransaction(program)
  await program.call('POST', '/admin/masterclass/invoice', { order_id: id })
  return address
}

const reportedComment = async (program: Program) => {
  await clearReports(program)
  const post = await makeMemberPost(program)
  const author = await makeMember(program)
  const comment = await makeComment(program, { post: post._id, author: author.id, message: 'Buy now' })
  await report(program, 'comment', comment)
  return '/moderation/comments'
}

let lead = { reference_record_id: '' }
const leads = async (program: Program) => {
  lead = await makeLead(program, await makeService(program))
  return '/advisory/leads'
}
let snippet = { _id: '' }

const field = (label: string, text: string) => (page: Page) => page.getByLabel(label).first().fill(text)
const option = (page: Page, name: string | RegExp): Locator => page.getByRole('option', { name })

/** A row for each declaration; a test compares. */
export const lazyDialogs: readonly LazyDialog[] = [
  {
    id: 'leave-question',
    at: '/creators?tab=create',
    before: field('First Name', 'Asha'),
    open: (page) => page.getByRole('link', { name: 'Events', exact: true }).click(),
  },
  { id: 'search', at: '/news', open: (page) => page.keyboard.press('Control+k') },
  // The script of the keys themselves comes in time.
  { id: 'keys', at: '/news', open: (page) => page.keyboard.press('?'), isAlone: true },
  {
    id: 'all-views',
    at: async (program) => {
      for (let number = 1; number <= 9; number++) {
        await program.call('POST', '/admin/saved-views', {
          path: '/coupons',
          name: unique('Batch'),
          search: { q: `B${number}` },
          is_shared: false,
        })
      }
      return '/coupons'
    },
    open: button('All views…'),
  },
  { id: 'lead-dialog', at: leads, open: (page) => button(lead.reference_record_id)(page) },
  {
    id: 'create-advisor',
    at: async (program) => `/advisory/services/${(await makeService(program))._id}`,
    before: button('Edit Service'),
    open: async (page) => {
      await page.getByRole('combobox', { name: /advisor/i }).fill(unique('Nobody'))
      await option(page, /Create Advisor/).click()
    },
  },
  {
    id: 'close-reason-dialog',
    at: leads,
    open: async (page) => {
      await page.getByRole('combobox', { name: `Status of ${lead.reference_record_id}` }).click()
      await option(page, 'CLOSED LOST').click()
    },
  },
  { id: 'api-key', at: '/api-keys', open: createButton },
  { id: 'banner-delete', at: '/banners', open: button(/^Delete, /) },
  { id: 'coupon-dialog', at: '/coupons', open: button('Create New') },
  {
    id: 'coupon-ends',
    at: '/coupons',
    before: (page) => page.getByRole('checkbox', { name: 'Select all' }).check(),
    open: button('Change last day'),
  },
  {
    id: 'coupon-links',
    at: '/coupons',
    before: (page) => page.getByRole('checkbox', { name: 'Select all' }).check(),
    open: button('Link to…'),
  },
  { id: 'resolve-difference', at: difference('payment-without-order'), open: button(/^Resolve /) },
  {
    id: 'resolve-differences',
    at: difference('payment-without-order'),
    before: (page) => page.getByRole('checkbox', { name: 'Select all' }).check(),
    open: button(/^Resolve \d+ differences?$/),
  },
  {
    id: 'refund-differences',
    at: async (program) => {
      const { id } = await makeTransaction(program, { status: 'pending' })
      for (let n = 0; n < 2; n++) await makeDifference(program, id, true)
      return `/transactions/orders/${id}`
    },
    open: button('Refund all 2 payments'),
  },
  { id: 'heal-difference', at: difference('paid-not-completed'), open: button(/^Complete the order /) },
  {
    id: 'document-state',
    at: invoiced('/books/documents?tab=state-missing'),
    open: button(/^Add State of /),
  },
  {
    id: 'missing-states',
    at: invoiced('/books/documents?tab=state-missing'),
    before: (page) => page.getByRole('checkbox', { name: 'Select all' }).check(),
    open: button(/^Add \d+ missing States?$/),
  },
  {
    id: 'debit-note',
    at: async (program) => `/transactions/orders/${(await makeCredited(program)).id}`,
    open: button(/^Debit note for /),
  },
  { id: 'correct-invoice', at: invoiced('/books/documents'), open: button(/^Correct /) },
  fromCard('event-detail', event()),
  fromMenu('event-copy-dates', event(), 'Repeat on dates'),
  fromCard('event-publish', webinar(), 'Publish'),
  { id: 'export', at: '/reports', open: button('Export') },
  fromCard('masterclass-detail', published()),
  fromCard('masterclass-deactivate', published(), 'Deactivate'),
  fromMenu('masterclass-copy-dates', draft(), 'Repeat on dates'),
  fromCard('masterclass-publish', draft(), 'Publish'),
  { id: 'post-dialog', at: reportedComment, open: (page) => page.keyboard.press('p') },
  { id: 'payment-page-dialog', at: '/custom-payment-pages', open: createButton },
  {
    id: 'merge-people',
    at: async (program) => {
      const first = await makeMember(program, { first_name: unique('Ottilie') })
      await makeMember(program, { first_name: first.first_name, phone: first.phone })
      return `/people/${first.id}`
    },
    open: button(/^Compare with /),
  },
  {
    id: 'split-person',
    at: async (program) => `/people/${(await makeMember(program)).id}`,
    open: button('Split'),
  },
  {
    id: 'person-labels',
    at: async (program) => `/people/${(await makeMember(program)).id}`,
    open: button('Add labels'),
  },
  {
    id: 'consent',
    at: async (program) => `/people/${(await makeMember(program)).id}`,
    open: button('Record consent or withdrawal'),
  },
  {
    id: 'consent-history',
    at: async (program) => {
      const { id } = await makeMember(program)
      await program.call('POST', `/admin/people/${id}/consents`, {
        channel: 'email',
        is_given: true,
        at: '2026-11-02T10:00:00Z',
        reason: 'Asked on the phone',
      })
      return `/people/${id}`
    },
    open: button('History of consent'),
  },
  {
    id: 'erase-person',
    at: async (program) => `/personal-data?person=user.${(await makeMember(program)).id}`,
    open: button('Erase…'),
  },
  {
    id: 'confirm',
    at: '/create-post?tab=create',
    before: field('Message', 'Half a thought'),
    open: button('Cancel'),
  },
  { id: 'approve-refund', at: refundAsked(colleague), open: button(/^Approve /) },
  { id: 'decline-refund', at: refundAsked(colleague), open: button(/^Decline /) },
  { id: 'withdraw-refund', at: refundAsked(owner), open: button(/^Withdraw /) },
  {
    id: 'registration-give-back',
    at: async (program) => {
      const { _id } = await makeEvent(program, { is_paid: 'false', prices: '[]' })
      const signUp = {
        external_id: randomUUID(),
        session_type: 'event',
        session_id: _id,
        user: { name: 'Nikhil Menon', email: 'nikhil@mail.example', phone: '+919845012763' },
        registered_at: '2026-11-01T10:00:00Z',
        changed_at: '2026-11-01T10:00:00Z',
      }
      await program.call('POST', '/intake/registrations', { records: [signUp] })
      return `/event/people/${_id}`
    },
    open: button(/^Give back the seat of /),
  },
  { id: 'shortlink-dialog', at: '/url-shortener', open: button(/^Edit /) },
  {
    id: 'sessions',
    at: '/news',
    open: async (page) => {
      await page.getByRole('button', { name: /^Account: / }).click()
      await button('Sessions')(page)
    },
  },
  {
    id: 'staff-sessions',
    at: async (program) => {
      await program.token('arjun.mehta@greenroom.example')
      return '/staff?q=arjun.mehta'
    },
    ...inRow('Sessions'),
  },
  { id: 'staff-invite', at: '/staff', open: createButton },
  { id: 'staff-role', at: '/staff', ...inRow('Change role') },
  { id: 'transaction-filters', at: '/transactions/masterclass', open: button(/^Filters/) },
  { id: 'transaction-export', at: '/transactions/masterclass', open: button('Export') },
  { id: 'transaction-refund', at: order, open: button(/^Refund /) },
  {
    id: 'refund-reasons',
    at: order,
    before: button(/^Refund /),
    open: button('Manage reasons'),
    isAlone: true,
    hidesOther: true,
  },
  {
    id: 'webhook',
    at: async (program) => {
      await makePublished(program)
      return '/webhooks'
    },
    open: (page) => page.locator('tbody button').first().click(),
  },
  {
    id: 'check-order',
    at: (program) => order(program, { status: 'pending' }),
    open: button(/^Check with Razorpay/),
  },
  { id: 'coupons', at: '/memberships', open: button(/^Add Coupon, /) },
  {
    id: 'create-creator',
    at: '/webinar/create',
    open: async (page) => {
      await page.getByRole('combobox', { name: 'Creator' }).fill(unique('Nobody'))
      await option(page, '+ Create Creator').click()
    },
  },
  {
    id: 'edit-conflict',
    at: async (program) => {
      snippet = await makeNews(program)
      return `/news/edit?id=${snippet._id}`
    },
    before: async (page, program) => {
      await page.getByLabel('Description').fill('My words')
      await program.call('PATCH', `/admin/academy/news/${snippet._id}`, { description: 'Their words' })
    },
    open: (page) => page.keyboard.press('Control+Enter'),
    writes: /^PATCH /,
    isAlone: true,
  },
  fromCard('clash', clashing(), 'Publish', { isAlone: true }),
  fromCard('publish-check', draft(), 'Publish', { isAlone: true }),
  {
    id: 'post-picture',
    at: async (program) => {
      await clearReports(program)
      const post = await makeMemberPost(program, { images: [await pictureBytes()] })
      await report(program, 'post', post._id)
      return '/moderation/posts'
    },
    open: (page) => page.getByRole('list', { name: 'Pictures' }).getByRole('button').first().click(),
  },
  {
    id: 'record-history',
    at: async (program) => `/advisory/services/${(await makeService(program))._id}`,
    open: (page) => page.getByRole('banner').getByRole('button', { name: 'History' }).click(),
  },
  { id: 'save-view', at: '/coupons?q=a', open: button('Save view') },
  { id: 'dialog', at: '/staff', ...inRow('Disable') },
]

/** Dialogs that no key or button opens, with the reason. */
export const unopenedDialogs: Readonly<Record<string, string>> = {
  'sign-in-again': 'The end of a session opens it, and Escape leaves for the sign-in screen.',
}
