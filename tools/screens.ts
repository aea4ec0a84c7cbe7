import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import { sandboxMarks } from '../apps/api/src/platform/payments/sandbox-payments.ts'
import { pictureFile, videoFile } from '../tests/journeys/banner-records.ts'
import { changeEvent, storedEvent } from '../tests/journeys/event-records.ts'
import { pdfBytes } from '../tests/journeys/media.ts'
import { type Program, startProgram } from '../tests/journeys/program.ts'
import {
  changeMasterclass,
  makeTransaction,
  pictureBytes,
  storedMasterclass,
} from '../tests/journeys/records.ts'
import { addLink, daysFromNow, fillDetails, fillPrices, next, pickTime } from '../tests/journeys/wizard.ts'
import { browserArgs, findBrowser } from './find-browser.mjs'

// npm run screens: a picture of every screen and dialog, light, dark and on a phone, into ./screens.
interface Look {
  name: string
  options: BrowserContextOptions
}

const desk = { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 }
const looks: Look[] = [
  { name: 'light', options: { ...desk, colorScheme: 'light' } },
  { name: 'dark', options: { ...desk, colorScheme: 'dark' } },
  {
    name: 'phone',
    options: {
      viewport: { width: 390, height: 844 },
      deviceScaleFactor: 2,
      colorScheme: 'light',
      hasTouch: true,
    },
  },
]

type Shoot = (name: string) => Promise<void>
/** Brings the page to a screen and takes its pictures. */
type Scene = (page: Page, shoot: Shoot, programs: Programs) => Promise<void>

interface Programs {
  /** With sample data. */
  sample: Program
  /** Without any data. */
  empty: Program
}

const scenes: Record<string, Scene> = {
  async signIn(page, shoot, { sample }) {
    await page.evaluate(() => sessionStorage.removeItem('credential'))
    await page.goto(`${sample.url}/login`)
    await page.getByText('Sandbox sign-in').waitFor()
    await shoot('login')
    await page.getByRole('button', { name: /^Sign in with/ }).click()
    await page.getByRole('heading', { name: 'Choose an account' }).waitFor()
    await shoot('login-accounts')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByText('Login with google failed.').waitFor()
    await shoot('login-failed')
  },

  async shell(page, shoot, { sample }) {
    await page.goto(`${sample.url}/`)
    await page.getByRole('button', { name: /^Account/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
    await shoot('home-account')
    await page.goto(`${sample.url}/nowhere`)
    await page.getByText('404 Not Found').waitFor()
    await shoot('error-view')
    await page.goto(`${sample.url}/masterclass`)
    await page.getByRole('list', { name: 'Masterclasses' }).waitFor()
    const menu = page.getByRole('button', { name: 'Open menu' })
    if (await menu.isVisible()) {
      await menu.click()
      await page.getByRole('dialog', { name: 'Main' }).waitFor()
      await page.getByRole('button', { name: 'Transactions' }).click()
    } else {
      await page.getByRole('button', { name: 'Close sidebar' }).click()
      await menu.waitFor()
    }
    await shoot('sidebar')
    await page.evaluate(() => localStorage.removeItem('sidebar'))
  },

  async masterclassList(page, shoot, { sample, empty }) {
    for (const tab of ['active', 'draft', 'past']) {
      await page.goto(`${sample.url}/masterclass?tab=${tab}`)
      await page.getByRole('list', { name: 'Masterclasses' }).waitFor()
      await shoot(`masterclass-${tab}`)
    }
    await page.goto(`${sample.url}/masterclass`)
    const first = page.getByRole('button', { name: 'Old or new tax regime: do the maths' })
    await first.click()
    await page.getByRole('dialog').waitFor()
    await shoot('masterclass-detail')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Deactivate' }).first().click()
    await page.getByRole('alertdialog').waitFor()
    await shoot('masterclass-deactivate')
    await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click()
    await page
      .getByRole('button', { name: /^Copy Payment Page link/ })
      .first()
      .click()
    await page.locator('[data-sonner-toast]').waitFor()
    await shoot('masterclass-toast')

    await page.goto(`${empty.url}/masterclass`)
    await page.getByText('No masterclasses to show.').waitFor()
    await shoot('masterclass-empty')
    await page.route('**/admin/masterclasses*', (route) => route.abort())
    await page.goto(`${sample.url}/masterclass`)
    await page.getByText('Cannot fetch masterclasses.').waitFor()
    await shoot('masterclass-failed')
    await page.unroute('**/admin/masterclasses*')
    await page.route('**/admin/masterclasses*', () => {})
    await page.goto(`${sample.url}/masterclass`)
    await page.getByRole('status', { name: 'Loading masterclasses...' }).waitFor()
    await shoot('masterclass-loading')
    await page.unroute('**/admin/masterclasses*')
  },

  async coupons(page, shoot, { sample }) {
    await page.goto(`${sample.url}/masterclass`)
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'First salary, first SIP' }) })
      .getByRole('button', { name: '+ Add coupon' })
      .click()
    await page.getByRole('region', { name: 'Linked coupons' }).waitFor()
    await shoot('coupons')
    // Until the answer comes the newest coupons stand there.
    const answer = page.waitForResponse((response) => response.url().includes('search=EARLY'))
    await page.getByLabel('Search coupons').fill('EARLY')
    await answer
    await shoot('coupons-search')
    await page.getByRole('option', { name: /EARLYBIRD15/ }).click()
    await page.getByRole('button', { name: 'Create new coupon' }).click()
    const form = page.getByRole('form', { name: 'New coupon' })
    await form.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Coupon Code is required').waitFor()
    await shoot('coupons-new-with-errors')
    await form.getByRole('button', { name: 'Valid till' }).click()
    await page.getByRole('button', { name: 'Next month' }).waitFor()
    await shoot('coupons-calendar')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('alertdialog').waitFor()
    await shoot('coupons-leave')
  },

  async wizard(page, shoot, { sample }) {
    await page.goto(`${sample.url}/masterclass/create`)
    await page.getByRole('button', { name: 'Start time' }).waitFor()
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.getByText('Title is required').waitFor()
    await shoot('wizard-1-with-errors')
    await page.getByRole('button', { name: 'Start time' }).click()
    await page.getByRole('dialog', { name: 'Start time' }).waitFor()
    await shoot('wizard-1-calendar')
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Creator' }).fill('an')
    await page.getByRole('option').first().waitFor()
    await shoot('wizard-1-creators')
    await page.keyboard.press('Escape')
    await fillDetails(page, {
      title: 'Insurance without the sales pitch',
      description: 'What to cover, for how much, and what to leave out.',
      banner: true,
      account: 'zoom_1',
      day: daysFromNow(2),
    })
    await shoot('wizard-1-filled')
    await next(page, 'Price Details')
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.getByText('Price is required').first().waitFor()
    await shoot('wizard-2-with-errors')
    await fillPrices(page, { inr: [249900, 149900], usd: [4900, 50] })
    await shoot('wizard-2-filled')
    await next(page, 'Joining Details')
    await addLink(page, 'Telegram', 'https://t.me/greenroom')
    await page.getByRole('button', { name: 'Add link' }).click()
    await page.getByRole('button', { name: 'Save in draft' }).click()
    await page.getByText('Community link cannot be empty.').waitFor()
    await shoot('wizard-3-with-errors')
    await page.getByRole('button', { name: 'Remove community link 2' }).click()
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await page.getByRole('group', { name: 'Price Details' }).waitFor()
    await page
      .getByRole('link', { name: 'Creators' })
      .or(page.getByRole('link', { name: 'Back' }))
      .first()
      .click()
    await page.getByRole('alertdialog').waitFor()
    await shoot('wizard-leave')
    await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click()
  },

  async clash(page, shoot, { sample }) {
    await openDraft(page, sample, 'Freelancers: GST, TDS, advance tax')
    await shoot('wizard-edit')
    await next(page, 'Price Details')
    await next(page, 'Joining Details')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('alertdialog').waitFor()
    await shoot('wizard-clash')
  },

  async conflict(page, shoot, { sample }) {
    const id = await openDraft(page, sample, 'Estate planning: wills, nominees, trusts')
    const { title, description } = await storedMasterclass(sample, id)
    await page.getByLabel('Title').fill('Estate planning in one evening')
    await page.getByLabel('Description').fill('What each document does, and what happens without it.')
    await changeMasterclass(sample, id, {
      title: 'Wills, nominees and trusts',
      description: 'Who inherits what, and who only looks after it.',
    })
    await next(page, 'Price Details')
    await next(page, 'Joining Details')
    await page.getByRole('button', { name: 'Save in draft' }).click()
    await page.getByRole('alertdialog').waitFor()
    await shoot('edit-conflict')
    // The next look is to show the same data.
    await changeMasterclass(sample, id, { title, description })
  },

  async eventLists(page, shoot, { sample, empty }) {
    for (const [path, name, tabs] of [
      ['events', 'Events', ['active', 'past']],
      ['webinar', 'Webinars', ['active', 'draft', 'past']],
    ] as const) {
      for (const tab of tabs) {
        await page.goto(`${sample.url}/${path}?tab=${tab}`)
        await page.getByRole('list', { name }).waitFor()
        await shoot(`${path}-${tab}`)
      }
      await page.getByRole('listitem').getByRole('heading').first().getByRole('button').click()
      await page.getByRole('dialog').waitFor()
      await shoot(`${path}-detail-past`)
      await page.goto(`${empty.url}/${path}`)
      await page.getByText('No events to show.').waitFor()
      await shoot(`${path}-empty`)
      await page.route('**/admin/events*', (route) => route.abort())
      await page.goto(`${sample.url}/${path}`)
      await page.getByText('Cannot fetch events.').waitFor()
      await shoot(`${path}-failed`)
      await page.unroute('**/admin/events*')
      await page.route('**/admin/events*', () => {})
      await page.goto(`${sample.url}/${path}`)
      await page.getByRole('status', { name: /^Loading .*\.\.\.$/ }).waitFor()
      await shoot(`${path}-loading`)
      await page.unroute('**/admin/events*')
    }
    await page.goto(`${sample.url}/events`)
    await page.getByRole('button', { name: 'Investors meet: Pune' }).click()
    await page.getByRole('dialog').waitFor()
    await shoot('events-detail')
  },

  async eventForm(page, shoot, { sample }) {
    await page.goto(`${sample.url}/event/create`)
    await page.getByRole('button', { name: 'Start time' }).waitFor()
    await shoot('event-create')
    await page.getByRole('switch', { name: 'Paid event' }).check()
    await page.getByLabel('Discount percentage').fill('101')
    await page.getByLabel('Discount coins').fill('-1')
    await page.getByLabel('Google Map location').fill('maps')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Title is required').waitFor()
    await shootWhole(page, shoot, 'event-create-with-errors')
    await page.getByLabel('Title').fill('Money and chai, Mumbai')
    await page.getByLabel('Description').fill('Three creators, open questions, and chai for everybody.')
    const day = daysFromNow(6)
    await pickTime(page, 'Start time', { day, hours: '05', minutes: '30', half: 'PM' })
    await pickTime(page, 'End time', { day, hours: '08', minutes: '00', half: 'PM' })
    await page.getByRole('textbox', { name: 'Location', exact: true }).fill('Town Hall, Fort')
    await page.getByLabel('City').fill('Mumbai')
    await page.getByLabel('Google Map location').fill('https://maps.app.goo.gl/x7Qm4R2bT9')
    await page.getByLabel('Total tickets').fill('180')
    for (const [name, digits] of [
      ['Original price, INR', '149900'],
      ['Current price, INR', '9990'],
      ['Member price, INR', '79900'],
      ['Current price, USD', '1500'],
      ['Referral discount, INR', '10000'],
    ] as const) {
      await page.getByLabel(name).fill(digits)
    }
    await page.getByLabel('Discount percentage').fill('12.5')
    await page.getByLabel('Discount coins').fill('300')
    for (const field of ['banner', 'ticket_banner']) {
      await page.locator(`[data-field="${field}"] input[type="file"]`).setInputFiles({
        name: `${field}.jpg`,
        mimeType: 'image/jpeg',
        buffer: await pictureBytes(),
      })
      await page.getByRole('button', { name: `Remove ${field}.jpg` }).waitFor()
    }
    await shootWhole(page, shoot, 'event-create-filled')

    await openEvent(page, sample, '/events', 'Investors meet: Pune')
    await page.getByRole('textbox', { name: 'Total tickets', exact: true }).fill('120')
    await page.getByRole('textbox', { name: 'Total tickets', exact: true }).blur()
    await page.getByText('Cannot be less than the tickets already sold').waitFor()
    await shootWhole(page, shoot, 'event-edit')
    await page.getByRole('switch', { name: 'Active' }).click()
    await page.getByRole('alertdialog', { name: 'Hide Event: irreversible' }).waitFor()
    await shoot('event-hide')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await page.getByText('Save to hide the event.').waitFor()
    await shoot('event-hidden')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').waitFor()
    await shoot('event-leave')
  },

  async webinarForm(page, shoot, { sample }) {
    await page.goto(`${sample.url}/webinar/create`)
    await page.getByRole('combobox', { name: 'Zoom account' }).waitFor()
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByText('Zoom account is required').waitFor()
    await page.getByLabel('Title').fill('When to sell a share')
    await shootWhole(page, shoot, 'webinar-create-with-errors')
    await openEvent(page, sample, '/webinar?tab=draft', 'An emergency fund that earns its keep')
    await page.getByText(/^zoom_4 is booked for/).waitFor()
    await shootWhole(page, shoot, 'webinar-edit')
    await page.getByRole('combobox', { name: 'Zoom account' }).click()
    await page.getByRole('option').first().waitFor()
    await shoot('webinar-accounts')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('alertdialog').waitFor()
    await shoot('webinar-clash')
    await openEvent(page, sample, '/webinar', 'How to read a mutual fund fact sheet')
    await shoot('webinar-edit-published')
  },

  async eventConflict(page, shoot, { sample }) {
    const title = 'Family finance day'
    const id = await openEvent(page, sample, '/events', title)
    const { description } = await storedEvent(sample, id)
    await page.getByLabel('Title').fill('Family money day')
    await page.getByRole('textbox', { name: 'Total tickets', exact: true }).fill('300')
    await changeEvent(sample, id, { title: 'A day of family finance', total_tickets: '280' })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alertdialog').waitFor()
    await shoot('event-conflict')
    // The next look is to show the same data.
    await changeEvent(sample, id, { title, description, total_tickets: '250' })
  },

  async transactions(page, shoot, { sample, empty }) {
    for (const type of ['masterclass', 'membership', 'events', 'custom']) {
      await page.goto(`${sample.url}/transactions/${type}`)
      await page.getByRole('table').waitFor()
      await shoot(`transactions-${type}`)
    }
    await page.goto(`${sample.url}/transactions/masterclass?status=completed&source=meta&currency=INR`)
    await page.getByRole('list', { name: 'Filters' }).waitFor()
    await shoot('transactions-filtered')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('dialog', { name: 'Filters' }).waitFor()
    await shoot('transactions-filters')
    await page.getByRole('combobox', { name: 'Masterclass' }).click()
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await shoot('transactions-filters-masterclasses')
    await page.goto(`${sample.url}/transactions/masterclass`)
    await page.getByRole('table').waitFor()
    await page.getByRole('button', { name: /^From: / }).click()
    await page.getByRole('dialog').waitFor()
    await shoot('transactions-calendar')
    await page.keyboard.press('Escape')
    await page.getByLabel('Phone').fill('98450')
    await page.getByText('Enter a valid phone number.').waitFor()
    await shoot('transactions-phone-too-short')
    await page.getByLabel('Phone').fill('6000000000')
    await page.getByText('No transactions found').waitFor()
    await shoot('transactions-no-match')
    await page.goto(`${sample.url}/transactions/masterclass?from=2026-11-02&to=2026-11-01`)
    await page.getByText('From cannot be after To.').waitFor()
    await shoot('transactions-reversed')
    await page.goto(`${empty.url}/transactions/masterclass`)
    await page.getByText('No transactions found').waitFor()
    await shoot('transactions-empty')
    await page.route('**/admin/orders*', (route) => route.abort())
    await page.goto(`${sample.url}/transactions/events`)
    await page.getByText('Error loading transactions.').waitFor()
    await shoot('transactions-failed')
    await page.unroute('**/admin/orders*')
    await page.route('**/admin/orders*', () => {})
    await page.goto(`${sample.url}/transactions/events`)
    await page.getByRole('status', { name: 'Loading transactions...' }).waitFor()
    await shoot('transactions-loading')
    await page.unroute('**/admin/orders*')
  },

  async refund(page, shoot, { empty }) {
    const ask = async (mark: string) => {
      const made = await makeTransaction(empty, {}, mark)
      await page.goto(`${empty.url}/transactions/masterclass?phone=${encodeURIComponent(made.user_phone)}`)
      await page.getByRole('button', { name: /^Refund / }).click()
      await page.getByRole('alertdialog').waitFor()
    }
    const answer = (words: string) =>
      page.getByRole('alertdialog').getByRole('button', { name: words }).click()
    try {
      await ask(sandboxMarks.pending)
      await shoot('refund-question')
      await answer('Yes')
      await page.getByText('Refund in progress').waitFor()
      await shoot('refund-in-progress')
      await page.getByText('Refunded').waitFor()
      await shoot('refund-settled')
      await ask(sandboxMarks.refused)
      await answer('Yes')
      await page.getByRole('alertdialog').getByRole('alert').waitFor()
      await shoot('refund-refused')
      await answer('No')
      await page.getByRole('alertdialog').waitFor({ state: 'detached' })
      await shoot('refund-refused-row')
    } finally {
      // The next look is to show the same data.
      await empty.query('truncate transaction cascade')
    }
  },

  async memberships(page, shoot, { sample, empty }) {
    await page.goto(`${sample.url}/memberships`)
    await page.getByRole('list', { name: 'Memberships' }).waitFor()
    await shoot('memberships')
    await page
      .getByRole('button', { name: /^Add Coupon/ })
      .first()
      .click()
    await page.getByRole('dialog').getByLabel('Search coupons').waitFor()
    await shoot('memberships-coupons')
    await page.goto(`${empty.url}/memberships`)
    await page.getByText('No memberships found').waitFor()
    await shoot('memberships-empty')
    await page.route('**/admin/memberships*', (route) => route.abort())
    await page.goto(`${sample.url}/memberships`)
    await page.getByText('Error loading memberships.').waitFor()
    await shoot('memberships-failed')
    await page.unroute('**/admin/memberships*')
    await page.route('**/admin/memberships*', () => {})
    await page.goto(`${sample.url}/memberships`)
    await page.getByRole('status', { name: 'Loading memberships...' }).waitFor()
    await shoot('memberships-loading')
    await page.unroute('**/admin/memberships*')
  },

  async paymentPages(page, shoot, { sample, empty }) {
    for (const tab of ['active', 'inactive']) {
      await page.goto(`${sample.url}/custom-payment-pages?tab=${tab}`)
      await page.getByRole('list', { name: 'Custom payment pages' }).waitFor()
      await shoot(`payment-pages-${tab}`)
    }
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    await page.getByLabel('Title').waitFor()
    await shoot('payment-pages-edit')
    await page.goto(`${sample.url}/custom-payment-pages?q=zzz`)
    await page.getByText('No payment pages found').waitFor()
    await shoot('payment-pages-no-match')
    await page.getByRole('button', { name: 'Create New' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create payment page' })
    await dialog.waitFor()
    await shoot('payment-pages-create')
    await dialog.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Please upload a banner image').waitFor()
    await shoot('payment-pages-create-with-errors')
    await dialog.getByLabel('Title').fill('A seat at the year-end workshop')
    await dialog.getByLabel('Original price, INR').fill('499900')
    await dialog.getByLabel('Current price, INR').fill('99900')
    await page.getByText('₹1,178.82 incl. 18% GST').waitFor()
    await shoot('payment-pages-create-prices')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').waitFor()
    await shoot('payment-pages-leave')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await page.goto(`${empty.url}/custom-payment-pages`)
    await page.getByText('No payment pages found').waitFor()
    await shoot('payment-pages-empty')
    await page.route('**/admin/payment-entity*', (route) => route.abort())
    await page.goto(`${sample.url}/custom-payment-pages`)
    await page.getByText('Error loading entities.').waitFor()
    await shoot('payment-pages-failed')
    await page.unroute('**/admin/payment-entity*')
  },

  async services(page, shoot, { sample, empty }) {
    await page.goto(`${sample.url}/advisory/services`)
    const cards = page.getByRole('list', { name: 'Advisory services' })
    await cards.waitFor()
    await shoot('services')
    await cards.getByRole('link').first().click()
    await page.getByRole('button', { name: 'Edit Service' }).waitFor()
    await shoot('services-detail')
    await page.getByRole('button', { name: 'Edit Service' }).click()
    await shoot('services-edit')
    await page.getByLabel('Slot time').fill('0')
    await page.getByLabel('Add an advisor').fill('a')
    await page.getByRole('option').first().waitFor()
    await shoot('services-edit-search')
    await page.getByLabel('Add an advisor').fill('nobody has this')
    await page.getByText('No matching advisors found').waitFor()
    await shoot('services-edit-no-match')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.getByText('Enter a slot time').waitFor()
    await shoot('services-edit-with-errors')
    await page.goto(`${empty.url}/advisory/services`)
    await page.getByText('No services available.').waitFor()
    await shoot('services-empty')
    await page.route('**/admin/advisory/services*', (route) => route.abort())
    await page.goto(`${sample.url}/advisory/services`)
    await page.getByText('Failed to load services.').waitFor()
    await shoot('services-failed')
    await page.unroute('**/admin/advisory/services*')
  },

  async advisors(page, shoot, { sample, empty }) {
    await page.goto(`${sample.url}/advisory/advisors`)
    await page.getByRole('list', { name: 'Advisors' }).waitFor()
    await shoot('advisors')
    await page.goto(`${sample.url}/advisory/advisors?tab=create`)
    await page.getByRole('button', { name: 'Create Advisor' }).click()
    await page.getByText('Invalid email format').waitFor()
    await shoot('advisors-create-with-errors')
    await page.goto(`${empty.url}/advisory/advisors`)
    await page.getByText('No advisors found').waitFor()
    await shoot('advisors-empty')
    await page.route('**/admin/advisory/advisors*', () => {})
    await page.goto(`${sample.url}/advisory/advisors`)
    await page.getByRole('status', { name: 'Loading advisors...' }).waitFor()
    await shoot('advisors-loading')
    await page.unroute('**/admin/advisory/advisors*')
  },

  async leads(page, shoot, { sample, empty }) {
    await page.goto(`${sample.url}/advisory/leads`)
    const table = page.getByRole('table')
    await table.waitFor()
    await shoot('leads')
    await table
      .getByRole('combobox', { name: /^Status of/ })
      .nth(3)
      .click()
    await page.getByRole('option', { name: 'PAYMENT LINK SENT' }).waitFor()
    await page.getByRole('option', { name: 'PAYMENT LINK SENT' }).hover()
    await shoot('leads-status')
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Advisor', exact: true }).click()
    await page.getByRole('listbox').getByRole('option').first().waitFor()
    await shoot('leads-advisors')
    await page.keyboard.press('Escape')
    await table.getByRole('button', { name: /^CRM/ }).nth(1).click()
    await page.getByRole('dialog').getByText('Status history').waitFor()
    await shoot('leads-booking')
    await page.goto(`${sample.url}/advisory/services`)
    await page.getByRole('list', { name: 'Advisory services' }).getByRole('link').first().click()
    await page.getByRole('link', { name: 'View leads' }).click()
    await page.getByRole('list', { name: 'Other filters' }).waitFor()
    await table.waitFor()
    await shoot('leads-of-service')
    await page.goto(`${sample.url}/advisory/leads?advisor_id=nobody&status=CLOSED_WON`)
    await page.getByText('No leads found').waitFor()
    await shoot('leads-no-match')
    await page.goto(`${empty.url}/advisory/leads`)
    await page.getByText('No leads found').waitFor()
    await shoot('leads-empty')
    await page.route('**/admin/advisory/bookings*', (route) => route.abort())
    await page.goto(`${sample.url}/advisory/leads`)
    await page.getByText('Error loading leads.').waitFor()
    await shoot('leads-failed')
    await page.unroute('**/admin/advisory/bookings*')
    await page.route('**/admin/advisory/bookings*', () => {})
    await page.goto(`${sample.url}/advisory/leads`)
    await page.getByRole('status', { name: 'Loading leads...' }).waitFor()
    await shoot('leads-loading')
    await page.unroute('**/admin/advisory/bookings*')
  },

  async shortlinks(page, shoot, { sample, empty }) {
    await page.goto(`${sample.url}/url-shortener`)
    await page.getByRole('list', { name: 'Short links' }).waitFor()
    await shoot('shortlinks')
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    await page.getByRole('dialog').getByLabel('Web URL').waitFor()
    await shoot('shortlinks-edit')
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').waitFor()
    await shoot('shortlinks-delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click()
    await page.goto(`${sample.url}/url-shortener?tab=create`)
    await page.getByRole('button', { name: 'Add parameter' }).click()
    await page.getByRole('button', { name: 'Create Shortlink' }).click()
    await page.getByText('At least one URL is required').waitFor()
    await shoot('shortlinks-create-with-errors')
    await page.goto(`${empty.url}/url-shortener`)
    await page.getByText('No shortlinks found').waitFor()
    await shoot('shortlinks-empty')
    await page.route('**/admin/shortlink*', (route) => route.abort())
    await page.goto(`${sample.url}/url-shortener`)
    await page.getByText('Error loading shortlinks.').waitFor()
    await shoot('shortlinks-failed')
    await page.unroute('**/admin/shortlink*')
  },

  async moderation(page, shoot, { sample, empty }) {
    for (const kind of ['users', 'posts', 'comments']) {
      await page.goto(`${sample.url}/moderation/${kind}`)
      await page.getByRole('list', { name: `Reported ${kind}` }).waitFor()
      await shoot(`moderation-${kind}`)
    }
    await page.getByRole('button', { name: 'Show post' }).first().click()
    await page.getByRole('dialog').getByRole('heading', { level: 3 }).waitFor()
    await shoot('moderation-comment-post')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await page.goto(`${sample.url}/moderation/posts?types=spam,misleading`)
    await page.getByRole('article').first().waitFor()
    await shoot('moderation-filtered')
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    await page.getByRole('alertdialog').waitFor()
    await shoot('moderation-delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await page.getByRole('list', { name: 'Pictures' }).getByRole('button').first().click()
    await page.getByRole('dialog').getByRole('img').waitFor()
    await shoot('moderation-picture')
    await page.keyboard.press('Escape')
    // Refused by the network, so that the next look is to show the same data.
    await page.route('**/admin/report/ignore', (route) => route.abort())
    await page
      .getByRole('button', { name: /^Ignore/ })
      .first()
      .click()
    await page.getByText('Could not ignore report.').waitFor()
    await shoot('moderation-failed-ignore')
    await page.unroute('**/admin/report/ignore')

    await page.goto(`${empty.url}/moderation/posts?types=hate`)
    await page.getByText('No post reports found').waitFor()
    await shoot('moderation-no-match')
    await page.goto(`${empty.url}/moderation/users`)
    await page.getByText('No user reports found').waitFor()
    await shoot('moderation-empty')
    await page.route('**/admin/reactions*', (route) => route.abort())
    await page.goto(`${sample.url}/moderation/comments`)
    await page.getByText('Error loading reaction reports.').waitFor()
    await shoot('moderation-failed')
    await page.unroute('**/admin/reactions*')
    await page.route('**/admin/activities*', () => {})
    await page.goto(`${sample.url}/moderation/posts`)
    await page.getByRole('status', { name: 'Loading post reports...' }).waitFor()
    await shoot('moderation-loading')
    await page.unroute('**/admin/activities*')
  },

  async banners(page, shoot, { sample, empty }) {
    for (const tab of ['active', 'inactive']) {
      await page.goto(`${sample.url}/banners?tab=${tab}`)
      await page.getByRole('list', { name: 'Banners' }).waitFor()
      await shoot(`banners-${tab}`)
    }
    await page.goto(`${sample.url}/banners`)
    await page
      .getByRole('button', { name: /^Delete/ })
      .first()
      .click()
    await page.getByRole('alertdialog').waitFor()
    await shoot('banners-delete')
    // Refused by the network, so that the next look is to show the same data.
    await page.route('**/admin/banner/*', (route) => route.abort())
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await page.getByRole('alertdialog', { name: 'Banner deletion failed!' }).waitFor()
    await shoot('banners-delete-failed')
    await page.unroute('**/admin/banner/*')
    await page.goto(`${empty.url}/banners`)
    await page.getByText('No active banners available.').waitFor()
    await shoot('banners-empty')
    await page.route('**/admin/banner*', (route) => route.abort())
    await page.goto(`${sample.url}/banners`)
    await page.getByText('Error loading banners.').waitFor()
    await shoot('banners-failed')
    await page.unroute('**/admin/banner*')
    await page.route('**/admin/banner*', () => {})
    await page.goto(`${sample.url}/banners`)
    await page.getByRole('status', { name: 'Loading banners...' }).waitFor()
    await shoot('banners-loading')
    await page.unroute('**/admin/banner*')
  },

  async bannerForm(page, shoot, { sample }) {
    await page.goto(`${sample.url}/create-banner`)
    await page.getByLabel('Order number').waitFor()
    await shoot('banner-create')
    await page.getByRole('radio', { name: 'Internal' }).check()
    await page.getByRole('main').getByRole('button', { name: 'Create Banner' }).click()
    await page.getByRole('alertdialog').waitFor()
    await shoot('banner-alert')
    await page.getByRole('button', { name: 'OK' }).click()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await shoot('banner-create-with-errors')
    await page
      .locator('input[type="file"]')
      .setInputFiles([await pictureFile('new-year.jpg'), await videoFile()])
    await page.getByRole('list', { name: 'Files' }).waitFor()
    await page.getByRole('radio', { name: 'Webinars' }).check()
    await page.getByLabel('Entity ID').fill('01931f6e-0000-7000-8000-000000000042')
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.getByRole('group', { name: 'Custom field 1' }).getByLabel('Value').fill('home')
    await page.getByRole('group', { name: 'Custom field 1' }).getByLabel('Value').blur()
    await page.getByLabel('Entity ID').blur()
    await page.getByText('Enter a name').or(page.getByText('Unsaved changes')).first().waitFor()
    await shoot('banner-create-filled')
    await page.getByRole('button', { name: 'Add field' }).scrollIntoViewIfNeeded()
    await shoot('banner-create-fields')
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'long.webm', mimeType: 'video/webm', buffer: Buffer.alloc(10_485_761) })
    await page.getByRole('alertdialog').waitFor()
    await shoot('banner-too-large')
    await page.getByRole('button', { name: 'OK' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await page.getByRole('link', { name: 'Edit, Priority 2' }).click()
    await page.getByRole('heading', { name: 'Update Banner' }).waitFor()
    await page.getByRole('list', { name: 'Files' }).waitFor()
    await page.waitForFunction(() =>
      [...document.querySelectorAll('video')].every(({ readyState }) => readyState > 1),
    )
    await shoot('banner-update')
  },

  async posts(page, shoot, { sample, empty }) {
    await page.goto(`${sample.url}/create-post`)
    await page.getByRole('list', { name: 'Admin posts' }).waitFor()
    await shoot('posts')
    await page.getByLabel('Video').first().scrollIntoViewIfNeeded()
    await shoot('posts-video')
    await page.getByTitle('Preview of the PDF document').first().scrollIntoViewIfNeeded()
    await shoot('posts-document')
    await page.getByRole('figure', { name: 'Poll' }).first().scrollIntoViewIfNeeded()
    await shoot('posts-poll')
    // Refused by the network, so that the next look is to show the same data.
    await page.route('**/pin', (route) => route.abort())
    await page
      .getByRole('button', { name: /^(Pin|Unpin) Post$/ })
      .first()
      .click()
    await page.getByText('Failed to pin the post.').waitFor()
    await shoot('posts-pin-failed')
    await page.unroute('**/pin')
    await page.goto(`${sample.url}/create-post?tab=pinned`)
    await page.getByRole('list', { name: 'Pinned posts' }).waitFor()
    await shoot('posts-pinned')
    await page.getByRole('searchbox').fill('no-such-post')
    await page.keyboard.press('Enter')
    await page.getByText(/^Error fetching post/).waitFor()
    await shoot('posts-search-failed')
    await page.goto(`${empty.url}/create-post`)
    await page.getByText('No posts available').waitFor()
    await shoot('posts-empty')
    await page.route('**/activity?*', (route) => route.abort())
    await page.goto(`${sample.url}/create-post`)
    await page.getByText('Error loading posts').waitFor()
    await shoot('posts-failed')
    await page.unroute('**/activity?*')
    await page.route('**/activity?*', () => {})
    await page.goto(`${sample.url}/create-post`)
    await page.getByRole('status', { name: 'Loading...' }).waitFor()
    await shoot('posts-loading')
    await page.unroute('**/activity?*')
  },

  async postEditor(page, shoot, { sample }) {
    await page.goto(`${sample.url}/create-post?tab=create`)
    await page.getByRole('checkbox', { name: 'Pin Post' }).waitFor()
    await shoot('post-create')
    await page.getByRole('checkbox', { name: 'Tax' }).check()
    await page.getByRole('textbox', { name: 'Message' }).fill('Which regime suits you this year?')
    const chooser = page.locator('input[type="file"]')
    for (const name of ['regimes.jpg', 'slabs.jpg']) await chooser.setInputFiles(await pictureFile(name))
    await chooser.setInputFiles(await videoFile())
    await chooser.setInputFiles({
      name: 'notes.pdf',
      mimeType: 'application/pdf',
      buffer: await pdfBytes(),
    })
    await page.getByRole('list', { name: 'Images' }).scrollIntoViewIfNeeded()
    await shoot('post-create-attachments')
    await page.getByTitle('Preview of notes.pdf').scrollIntoViewIfNeeded()
    await shoot('post-create-document')
    await page.getByRole('switch', { name: 'Poll' }).check()
    await page.getByRole('button', { name: 'Add option' }).click()
    await page.getByLabel('Duration in days').fill('0')
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await page.getByText('A poll option cannot be empty').waitFor()
    await shoot('post-create-with-errors')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').waitFor()
    await shoot('post-create-leave')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await page
      .locator('[data-post]')
      .filter({ has: page.getByRole('figure', { name: 'Poll' }) })
      .first()
      .getByRole('link', { name: 'Edit Post' })
      .click()
    await page.getByRole('button', { name: 'Update' }).waitFor()
    await shoot('post-edit')
    await page.getByLabel('Duration in days').scrollIntoViewIfNeeded()
    await page.getByRole('textbox', { name: 'Option 1' }).fill('Something else')
    await shoot('post-edit-poll')
    await page.getByRole('button', { name: 'Delete Post' }).click()
    await page.getByRole('alertdialog').waitFor()
    await shoot('post-delete')
    await page.getByRole('alertdialog').getByRole('button', { name: 'No' }).click()
  },

  async news(page, shoot, { sample, empty }) {
    for (const tab of ['current', 'inactive']) {
      await page.goto(`${sample.url}/news?tab=${tab}`)
      await page.getByRole('list', { name: 'News snippets' }).waitFor()
      await shoot(`news-${tab}`)
    }
    await page.goto(`${sample.url}/news`)
    await page.getByRole('button', { name: 'Show more' }).first().click()
    await page.getByRole('button', { name: 'Show less' }).waitFor()
    await shoot('news-opened')
    await page.goto(`${sample.url}/news/create`)
    await page.getByRole('main').getByRole('button', { name: 'Create News Snippet' }).click()
    await page.getByText('Heading is required').waitFor()
    await shoot('news-create-with-errors')
    await page.goto(`${sample.url}/news`)
    await page.getByRole('link', { name: /^Edit/ }).first().click()
    await page.getByRole('heading', { name: 'Edit News Snippet' }).waitFor()
    await page.getByLabel('Title').waitFor()
    await shoot('news-edit')
    await page.goto(`${empty.url}/news`)
    await page.getByText('No news snippets to show.').waitFor()
    await shoot('news-empty')
    await page.route('**/admin/academy/news*', (route) => route.abort())
    await page.goto(`${sample.url}/news`)
    await page.getByText('Cannot fetch news snippets.').waitFor()
    await shoot('news-failed')
    await page.unroute('**/admin/academy/news*')
  },

  async creators(page, shoot, { sample, empty }) {
    await page.goto(`${sample.url}/creators`)
    await page.getByRole('list', { name: 'Creators' }).waitFor()
    await shoot('creators')
    await page.getByRole('searchbox').fill('zz')
    await page.getByText('No creators found').waitFor()
    await shoot('creators-no-match')
    await page.goto(`${sample.url}/creators?tab=create`)
    await page.getByRole('button', { name: 'Create Creator' }).click()
    await page.getByText('Invalid email format').waitFor()
    await shoot('creators-create-with-errors')
    await page.goto(`${empty.url}/creators`)
    await page.getByText('No creators found').waitFor()
    await shoot('creators-empty')
  },
}

/** Opens a draft in the wizard from its card. Gives its id. */
async function openDraft(page: Page, { url }: Program, title: string): Promise<string> {
  await page.goto(`${url}/masterclass?tab=draft`)
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .getByRole('link', { name: 'Edit' })
    .click()
  await page.getByLabel('Title').waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Opens an event or a webinar in its form from its card. Gives its id. */
async function openEvent(page: Page, { url }: Program, list: string, title: string): Promise<string> {
  await page.goto(`${url}${list}`)
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .getByRole('link', { name: 'Edit' })
    .click()
  await page.getByLabel('Title').waitFor()
  return new URL(page.url()).pathname.split('/').at(-1) ?? ''
}

/** Takes pictures of a long form: one for each screenful, from its top to its end. */
async function shootWhole(page: Page, shoot: Shoot, name: string): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0))
  for (let part = 1; ; part += 1) {
    await shoot(`${name}-${part}`)
    const hasMoved = await page.evaluate(() => {
      const before = window.scrollY
      // The bars at both ends stand over what scrolls.
      window.scrollBy(0, window.innerHeight - 160)
      return window.scrollY > before
    })
    if (!hasMoved) return
  }
}

const folder = join(import.meta.dirname, '..', 'screens')

/** Takes the pictures of the scenes that the command names, or of all. */
async function takePictures(wanted: readonly string[]): Promise<void> {
  const unknown = wanted.filter((name) => !Object.hasOwn(scenes, name))
  if (unknown.length > 0) {
    throw new Error(`There is no scene ${unknown.join(', ')}; there are ${Object.keys(scenes).join(', ')}.`)
  }
  // It builds what is stale and says so.
  const built = spawnSync(process.execPath, [join(import.meta.dirname, 'build.mjs')], { stdio: 'inherit' })
  if (built.status !== 0) throw new Error('The program could not be built.')
  const found = await findBrowser(true)
  const sample = await startProgram()
  const empty = await startProgram({ SAMPLE_DATA: 'off' })
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: browserArgs,
    env: { ...process.env, ...found.env } as Record<string, string>,
  })
  let pictures = 0
  const failures: string[] = []
  try {
    if (wanted.length === 0) rmSync(folder, { recursive: true, force: true })
    for (const look of looks) {
      mkdirSync(join(folder, look.name), { recursive: true })
      for (const [name, scene] of Object.entries(scenes)) {
        if (wanted.length > 0 && !wanted.includes(name)) continue
        try {
          pictures += await playScene(browser, look, scene, { sample, empty })
        } catch (error) {
          failures.push(`${look.name}/${name}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
    }
  } finally {
    await browser.close()
    await Promise.all([sample.stop(), empty.stop()])
  }
  console.log(`${pictures} pictures are in ${folder}`)
  if (failures.length > 0) throw new Error(`Some scenes could not be played:\n${failures.join('\n')}`)
}

async function playScene(browser: Browser, look: Look, scene: Scene, programs: Programs): Promise<number> {
  const context = await browser.newContext({
    ...look.options,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(15_000)
  let pictures = 0
  try {
    for (const program of Object.values(programs)) {
      await context.addInitScript(
        ([origin, credential]) => {
          if (location.origin === origin && !sessionStorage.getItem('visited')) {
            sessionStorage.setItem('credential', credential ?? '')
            sessionStorage.setItem('visited', 'yes')
          }
        },
        [program.url, await program.token()],
      )
    }
    const page = await context.newPage()
    // A scene goes on from a form that is not saved; the browser's own question is no screen of ours.
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`${programs.sample.url}/`)
    await scene(
      page,
      async (name) => {
        await settle(page)
        const path = join(folder, look.name, `${name}.png`)
        await page.screenshot({ path })
        pictures += 1
        console.log(`${look.name}/${name}.png`)
      },
      programs,
    )
  } finally {
    await context.close()
  }
  return pictures
}

/** Waits until pictures and marks are there and nothing moves that has an end. */
async function settle(page: Page): Promise<void> {
  // A scene may hold a call back, so that the network never rests.
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => {})
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      return image.complete || bottom < 0 || top > innerHeight
    }),
  )
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => {})),
    ),
  )
}

try {
  await takePictures(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
