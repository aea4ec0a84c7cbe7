// npm run jobs: plays daily jobs in the console and counts the clicks and keys that each takes.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from 'playwright'
import { makeEvent } from '../tests/journeys/event-records.ts'
import { signIn } from '../tests/journeys/journey.ts'
import {
  clearReports,
  makeMember,
  makeMemberPost,
  makeReportedPosts,
  report,
} from '../tests/journeys/moderation-records.ts'
import { makeNews } from '../tests/journeys/news-records.ts'
import { type Program, startProgram } from '../tests/journeys/program.ts'
import {
  hoursFromNow,
  makeLead,
  makeMasterclass,
  makePublished,
  makeService,
  makeTransaction,
  pictureBytes,
} from '../tests/journeys/records.ts'
import { browserArgs, findBrowser } from './find-browser.mjs'

interface Job {
  name: string
  /** The most clicks that it may take, and keys where they are the work: digits of a phone, the keyboard's shortcuts. */
  clicks: number
  keys?: number
  /** Makes the records and returns the job, which begins on the first screen. */
  prepare: (program: Program) => Promise<(page: Page) => Promise<void>>
}

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' })
const go = (page: Page, name: string) => sections(page).getByRole('link', { name, exact: true }).click()
const cardOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
const said = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words }).first().waitFor()

/** Presses Tab until the field has the focus: the way of the keyboard. */
async function tabTo(field: Locator): Promise<void> {
  for (let press = 0; press < 40; press++) {
    if (await field.evaluate((element) => element === document.activeElement)) return
    await field.page().keyboard.press('Tab')
  }
  throw new Error(`Tab does not reach ${field}.`)
}

/** Opens the search and pastes a text, or types it. */
async function search(page: Page, text: string, isTyped = false): Promise<void> {
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox', { name: 'Search', exact: true }).waitFor()
  await (isTyped ? page.keyboard.type(text) : page.keyboard.insertText(text))
  await page.getByRole('option').first().waitFor()
}

const jobs: Job[] = [
  {
    name: 'Publish a draft',
    clicks: 3,
    async prepare(program) {
      const draft = await makeMasterclass(program, {
        title: 'Ready to be published',
        start_time: hoursFromNow(2600),
        end_time: hoursFromNow(2601),
      })
      return async (page) => {
        await page.getByRole('tab', { name: 'Draft' }).click()
        await cardOf(page, draft.title).getByRole('button', { name: 'Publish', exact: true }).click()
        await said(page, 'Masterclass Published')
      }
    },
  },
  {
    name: 'Find an order by phone and refund it',
    // One of them opens the section.
    clicks: 4,
    keys: 10,
    async prepare(program) {
      const order = await makeTransaction(program, { entity_type: 'membership', entity_start_time: null })
      return async (page) => {
        await go(page, 'Transactions')
        await page.getByLabel('Phone').click()
        await page.keyboard.type(order.user_phone.slice(-10))
        const others = page.getByRole('region', { name: '1 order of other types' })
        await others.getByRole('button', { name: `Refund ${order.reference_order_id}` }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click()
        await others.getByText('Refunded').waitFor()
      }
    },
  },
  {
    name: 'Refund an order by its number, from any screen',
    clicks: 3,
    async prepare(program) {
      const { reference_order_id: reference } = await makeTransaction(program)
      return async (page) => {
        await search(page, reference)
        await page.keyboard.press('Enter')
        await page
          .getByRole('main')
          .getByRole('button', { name: /^Refund/ })
          .click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Refund' }).click()
        await said(page, /refund/i)
      }
    },
  },
  {
    name: 'Find a caller by phone, from any screen',
    clicks: 2,
    keys: 10,
    async prepare(program) {
      const member = await makeMember(program, { first_name: 'Ottilie', phone: '+919900112233' })
      return async (page) => {
        await search(page, '9900112233', true)
        await page
          .getByRole('option', { name: new RegExp(member.name) })
          .first()
          .click()
        await page.getByRole('heading', { name: 'Timeline' }).waitFor()
      }
    },
  },
  {
    name: 'See what else a reported author did',
    clicks: 3,
    async prepare(program) {
      await clearReports(program)
      const { _id, author } = await makeMemberPost(program, { message: 'Double your money in a week' })
      await report(program, 'post', _id)
      return async (page) => {
        await go(page, 'Moderation')
        await sections(page).getByRole('link', { name: 'Posts', exact: true }).click()
        await page.getByRole('main').getByRole('article').getByRole('link', { name: author.name }).click()
        await page.getByRole('list', { name: 'Timeline' }).getByText('Double your money in a week').waitFor()
      }
    },
  },
  {
    name: 'Work off ten reports',
    clicks: 2,
    keys: 15,
    async prepare(program) {
      await clearReports(program)
      await makeReportedPosts(program, 10)
      return async (page) => {
        await go(page, 'Moderation')
        await sections(page).getByRole('link', { name: 'Posts', exact: true }).click()
        const queue = page.getByRole('main').getByRole('article')
        await queue.first().waitFor()
        for (let done = 0; done < 10; done++) {
          await page.waitForFunction(() => document.activeElement?.closest('article') !== null)
          const before = await queue.first().textContent()
          if (done < 5) {
            await page.keyboard.press('i')
          } else {
            await page.keyboard.press('d')
            await page.getByRole('alertdialog').waitFor()
            await page.keyboard.press('y')
          }
          await queue.filter({ hasText: before ?? '' }).waitFor({ state: 'detached' })
        }
      }
    },
  },
  {
    name: 'Make a coupon and attach it',
    clicks: 5,
    async prepare(program) {
      const { title } = await makePublished(program, {
        title: 'With a coupon',
        start_time: hoursFromNow(2700),
        end_time: hoursFromNow(2701),
      })
      return async (page) => {
        await cardOf(page, title).getByRole('button', { name: '+ Add coupon' }).click()
        const dialog = page.getByRole('dialog', { name: /^Coupons for/ })
        await dialog.getByRole('button', { name: 'Create new coupon' }).click()
        const form = dialog.getByRole('form', { name: 'New coupon' })
        await tabTo(form.getByLabel('Code'))
        await page.keyboard.type('DIWALI2027')
        await tabTo(form.getByRole('textbox', { name: 'Valid till' }))
        await page.keyboard.type('31/12/2031')
        await tabTo(form.getByLabel('INR discount'))
        await page.keyboard.type('10000')
        await form.getByRole('button', { name: 'Create and link' }).click()
        await said(page, 'Coupons Created')
      }
    },
  },
  {
    name: 'Create an event with tickets',
    clicks: 5,
    async prepare() {
      return async (page) => {
        await go(page, 'Events')
        await page.getByRole('link', { name: 'Create' }).click()
        await page.getByLabel('Title').waitFor()
        await tabTo(page.getByLabel(/^Title/).first())
        await page.keyboard.type('An evening about savings')
        await tabTo(page.getByLabel(/^Start time/).first())
        await page.keyboard.type('28 nov 2027 5:30p')
        await tabTo(page.getByLabel(/^End time/).first())
        await page.keyboard.type('8p')
        await tabTo(page.getByLabel(/^Location/).first())
        await page.keyboard.type('Town Hall, Fort')
        await tabTo(page.getByLabel(/^Total tickets/).first())
        await page.keyboard.type('120')
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await said(page, /Event/)
        await page.waitForURL(/\/events/)
      }
    },
  },
  {
    name: 'Write a post with a poll',
    clicks: 5,
    async prepare() {
      return async (page) => {
        await go(page, 'Admin Post Management')
        await page.getByRole('tab', { name: 'Create Post' }).click()
        await page.getByLabel('Message').click()
        await page.keyboard.type('Which regime do you choose?')
        await page.getByRole('button', { name: 'Create a Poll' }).click()
        await page.getByRole('button', { name: 'Post', exact: true }).click()
        await said(page, 'Post created successfully')
      }
    },
  },
  {
    name: 'Answer a lead',
    clicks: 5,
    async prepare(program) {
      const service = await makeService(program)
      const lead = await makeLead(program, service, { user_first_name: 'Zubaida' })
      return async (page) => {
        await go(page, 'Advisory')
        await sections(page).getByRole('link', { name: 'Leads', exact: true }).click()
        await page
          .getByRole('row')
          .filter({ hasText: lead.reference_record_id })
          .locator('time')
          .first()
          .click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('combobox', { name: /^Status of/ }).click()
        await dialog.getByRole('option', { name: 'DISCUSSION COMPLETED' }).click()
        await said(page, 'Status updated!')
      }
    },
  },
  {
    name: 'Make and copy a short link',
    clicks: 3,
    async prepare() {
      return async (page) => {
        await go(page, 'Url Shortener')
        await page.getByRole('tab', { name: 'Create Shortlink' }).click()
        await tabTo(page.getByLabel(/^Web URL/).first())
        await page.keyboard.type('https://www.example.com/new-plan')
        await page.getByRole('button', { name: 'Create Shortlink' }).click()
        await page.getByRole('tab', { name: 'All Shortlinks', selected: true }).waitFor()
        const copied = await page.evaluate(() => navigator.clipboard.readText())
        if (!/\/s\/\w+$/.test(copied)) throw new Error(`The clipboard has “${copied}”.`)
      }
    },
  },
  {
    name: 'Make a banner that leads to an event',
    clicks: 9,
    async prepare(program) {
      const event = await makeEvent(program, { title: 'Where the banner leads' })
      return async (page) => {
        await go(page, 'Banners')
        await page.getByRole('link', { name: 'Create' }).click()
        const picker = page.waitForEvent('filechooser')
        await page.getByText('Choose files').first().click()
        await (await picker).setFiles({
          name: 'home.jpg',
          mimeType: 'image/jpeg',
          buffer: await pictureBytes(),
        })
        await tabTo(page.getByLabel(/^Start time/).first())
        await page.keyboard.type('28 nov 2027 9a')
        await tabTo(page.getByLabel(/^End time/).first())
        await page.keyboard.type('30 nov 2027 9p')
        await page.getByText('Internal', { exact: true }).click()
        await page.getByText('Events', { exact: true }).last().click()
        await page.getByRole('combobox', { name: /Entity ID/ }).click()
        await page.keyboard.type('Where the banner')
        await page.getByRole('option', { name: event.title }).click()
        await page.getByRole('main').getByRole('button', { name: 'Create Banner' }).click()
        await page.waitForURL(/\/banners/)
      }
    },
  },
  {
    name: 'Close a month with 15 missing States',
    // Three of the buyers have no other order: each is selected, and one State is chosen for them.
    clicks: 12,
    async prepare(program) {
      // A month without orders of the sample.
      const closed = new Date(`${new Date().toISOString().slice(0, 7)}-15T06:00:00Z`)
      closed.setUTCMonth(closed.getUTCMonth() - 8)
      const ordered = { created_at: closed.toISOString() }
      const paid = async (values: { email: string; state: string | null }) => {
        const { id } = await makeTransaction(program, ordered)
        await program.query(
          `update transaction set completed_at = created_at, document_state = 'due', billing_state = $2, user_email = $3
            where id = $1`,
          [id, values.state, values.email],
        )
        return id
      }
      for (let buyer = 0; buyer < 15; buyer++) {
        const email = `closing${buyer}@mail.example`
        const id = await paid({ email, state: null })
        if (buyer < 12) await paid({ email, state: 'Kerala' })
        await program.call('POST', '/admin/masterclass/invoice', { order_id: id })
      }
      return async (page) => {
        await go(page, 'Books')
        await sections(page).getByRole('link', { name: 'Months', exact: true }).click()
        const month = closed.toLocaleDateString('en-IN', {
          month: 'long',
          year: 'numeric',
          timeZone: 'UTC',
        })
        await page.getByRole('main').getByRole('link', { name: month }).click()
        await page.getByRole('button', { name: /^Add \d+ missing States$/ }).click()
        const dialog = page.getByRole('dialog', { name: 'Add missing States' })
        const without = dialog
          .getByRole('listitem')
          .filter({ hasNotText: 'Guess from' })
          .getByRole('checkbox')
        await dialog.getByText('12 of 15 invoices with a State').waitFor()
        for (const box of await without.all()) await box.click()
        await dialog.getByRole('combobox', { name: 'State of the selected invoices' }).click()
        await page.getByRole('option', { name: 'Goa (30)' }).click()
        await dialog.getByRole('button', { name: 'Issue 15 corrected invoices' }).click()
        await said(page, '15 invoices corrected')
        await page.getByRole('main').getByRole('button', { name: 'Mark as filed' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as filed' }).click()
        await page.getByText('5 of 5 steps').waitFor()
      }
    },
  },
  {
    name: 'Switch news off',
    clicks: 2,
    async prepare(program) {
      const { heading } = await makeNews(program, { heading: 'Old by now' })
      return async (page) => {
        await go(page, 'News')
        await cardOf(page, heading).getByRole('switch').click()
        await said(page, /updated/i)
      }
    },
  },
  {
    name: 'Switch news on',
    // The specification's tab of inactive snippets is one of them (OQ-237).
    clicks: 3,
    async prepare(program) {
      const { heading } = await makeNews(program, { heading: 'Current again', is_active: false })
      return async (page) => {
        await go(page, 'News')
        await page.getByRole('tab', { name: 'Inactive' }).click()
        await cardOf(page, heading).getByRole('switch').click()
        await said(page, /updated/i)
      }
    },
  },
]

/** Counts what a person does: presses of the mouse and of keys. */
async function countEffort(page: Page): Promise<() => Promise<{ clicks: number; keys: number }>> {
  await page.addInitScript(() => {
    const effort = { clicks: 0, keys: 0 }
    Object.assign(window, { effort })
    addEventListener('pointerdown', () => (effort.clicks += 1), true)
    addEventListener('keydown', () => (effort.keys += 1), true)
  })
  return () => page.evaluate(() => (window as unknown as { effort: { clicks: number; keys: number } }).effort)
}

async function playJobs(wanted: readonly string[]): Promise<void> {
  const built = spawnSync(process.execPath, [join(import.meta.dirname, 'build.mjs')], { stdio: 'inherit' })
  if (built.status !== 0) throw new Error('The program could not be built.')
  const found = await findBrowser()
  const program = await startProgram()
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: browserArgs,
    env: { ...process.env, ...found.env } as Record<string, string>,
  })
  const failures: string[] = []
  try {
    console.log('| Job | Clicks | At most | Keys |\n|---|---:|---:|---:|')
    for (const job of jobs) {
      if (wanted.length > 0 && !wanted.some((part) => job.name.toLowerCase().includes(part))) continue
      const play = await job.prepare(program)
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        locale: 'en-IN',
        timezoneId: 'Asia/Kolkata',
        permissions: ['clipboard-read', 'clipboard-write'],
      })
      context.setDefaultTimeout(20_000)
      const page = await context.newPage()
      const effort = await countEffort(page)
      await signIn(page, await program.token())
      await page.goto(`${program.url}/masterclass`)
      await page.getByRole('tab', { name: 'Active' }).waitFor()
      try {
        await play(page)
        const { clicks, keys } = await effort()
        console.log(`| ${job.name} | ${clicks} | ${job.clicks} | ${keys} |`)
        if (clicks > job.clicks) failures.push(`${job.name}: ${clicks} clicks instead of ${job.clicks}`)
        if (job.keys !== undefined && keys > job.keys) {
          failures.push(`${job.name}: ${keys} keys instead of ${job.keys}`)
        }
      } catch (error) {
        failures.push(`${job.name}: ${error}`)
      }
      await context.close()
    }
  } finally {
    await browser.close()
    await program.stop()
  }
  for (const failure of failures) console.error(failure)
  process.exitCode = failures.length > 0 ? 1 : 0
}

await playJobs(process.argv.slice(2))
