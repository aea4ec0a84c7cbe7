import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import { endpoints } from '@greenroom/contract/endpoints'
import type { Locator, Page, Route } from 'playwright/test'
import { makeEvent } from './event-records.ts'
import { expect, test, unansweredCall } from './journey.ts'
import { makeMember } from './moderation-records.ts'
import { routeCalls } from './open-screen.ts'
import type { Program } from './program.ts'
import { makeCoupon, makePaymentPage, makeService, makeTransaction, unique } from './records.ts'
import { drawn } from './slow-line.ts'

// A search is replaced while its response is late: the earlier response must never show below the later text.

/** The parameters of a search text. */
const textParameters = ['q', 'search', 'email', 'title', 'phone']

/** Reads that only other servers search: the console has no field for them. */
const unsearched = ['searchUsers', 'listMasterclasses']

interface Search {
  address: string
  field: (page: Page) => Locator
  /** Opens the field. */
  open?: (page: Page) => Promise<unknown>
  /** A text that finds something, and one that finds nothing. */
  found: string
  nothing?: string
  /** The key that searches; without one typing does. */
  key?: string
}

interface SearchRow {
  reads: readonly string[]
  at: string
  start: (program: Program) => Promise<Search>
}

const box = (page: Page) => page.getByRole('main').getByRole('searchbox').first()
const combobox = (name: string) => (page: Page) => page.getByRole('combobox', { name })

const searchRows: SearchRow[] = [
  {
    reads: ['listCreators'],
    at: 'the list of creators',
    start: async () => ({ address: '/creators', field: box, found: 'ananya' }),
  },
  {
    reads: ['listCreators'],
    at: 'the picker of a creator',
    start: async () => ({ address: '/webinar/create', field: combobox('Creator'), found: 'ananya' }),
  },
  {
    reads: ['listDocuments'],
    at: 'the list of documents',
    start: async (program) => {
      const { id, reference_order_id } = await makeTransaction(program)
      await program.call('POST', '/admin/masterclass/invoice', { order_id: id })
      return {
        address: '/books/documents',
        field: (page) => page.getByLabel('Number, order or buyer'),
        found: reference_order_id,
      }
    },
  },
  {
    reads: ['listAdvisors'],
    at: 'the advisors of a service',
    start: async (program) => ({
      address: `/advisory/services/${(await makeService(program))._id}`,
      open: (page) => page.getByRole('button', { name: 'Edit Service' }).click(),
      field: (page) => page.getByLabel('Add an advisor'),
      found: 'example',
    }),
  },
  {
    reads: ['listLeads'],
    at: 'the list of leads',
    start: async () => ({ address: '/advisory/leads', field: box, found: 'a' }),
  },
  {
    reads: ['getLeadBoard'],
    at: 'the board of leads',
    start: async () => ({ address: '/advisory/leads?view=board', field: box, found: 'a' }),
  },
  {
    reads: ['search'],
    at: 'the search of the console',
    start: async () => ({
      address: '/creators',
      open: (page) => page.keyboard.press('Control+k'),
      field: combobox('Search'),
      found: 'ananya',
    }),
  },
  {
    reads: ['listStaff'],
    at: 'the list of staff',
    start: async () => ({
      address: '/staff',
      field: (page) => page.getByLabel('Search staff'),
      found: 'meera',
    }),
  },
  {
    reads: ['searchCoupons'],
    at: 'the coupons of a masterclass',
    start: async (program) => {
      const { code } = await makeCoupon(program)
      return {
        address: '/memberships',
        open: (page) =>
          page
            .getByRole('button', { name: /^Add Coupon/ })
            .first()
            .click(),
        field: (page) => page.getByLabel('Search coupons'),
        found: code,
      }
    },
  },
  {
    reads: ['listCoupons'],
    at: 'the list of coupons',
    start: async (program) => ({
      address: '/coupons?tab=unlinked',
      field: box,
      found: (await makeCoupon(program)).code,
    }),
  },
  {
    reads: ['listTransactions', 'sumTransactions'],
    at: 'the list of transactions',
    start: async (program) => ({
      address: '/transactions/masterclass',
      field: (page) => page.getByLabel('Phone'),
      found: (await makeTransaction(program)).user_phone.slice(-10),
      nothing: '6000000000',
    }),
  },
  {
    reads: ['findPeople'],
    at: "people's data",
    start: async (program) => ({
      address: '/personal-data',
      field: (page) => page.getByLabel('E-mail address, phone or user id'),
      found: (await makeMember(program)).email,
      nothing: 'nobody@mail.example',
      key: 'Enter',
    }),
  },
  {
    reads: ['listBin'],
    at: 'the bin',
    start: async (program) => {
      const shortCode = unique('bin').replace(' ', '')
      await program.call('POST', '/admin/shortlink', { shortCode, webUrl: 'https://www.example.com' })
      await program.call('DELETE', `/admin/shortlink/${shortCode}`)
      return { address: '/bin', field: box, found: shortCode }
    },
  },
  {
    reads: ['listPeople'],
    at: 'the list of people',
    start: async (program) => ({ address: '/people', field: box, found: (await makeMember(program)).email }),
  },
  {
    reads: ['listShortlinks'],
    at: 'the short links',
    start: async (program) => {
      const shortCode = unique('sought').replace(' ', '')
      await program.call('POST', '/admin/shortlink', { shortCode, webUrl: 'https://www.example.com' })
      return { address: '/url-shortener', field: box, found: shortCode }
    },
  },
  {
    reads: ['listPaymentPages'],
    at: 'the payment pages',
    start: async (program) => ({
      address: '/custom-payment-pages',
      field: box,
      found: (await makePaymentPage(program)).title,
    }),
  },
  {
    reads: ['listRegistrations'],
    at: 'the people of a session',
    start: async (program) => {
      const { _id } = await makeEvent(program)
      const order = await makeTransaction(program, { entity_type: 'events', entity_id: _id })
      return { address: `/event/people/${_id}`, field: box, found: order.user_email }
    },
  },
]

const textOf = ({ query }: EndpointDeclaration) =>
  textParameters.find((name) => query !== undefined && name in query.shape)

test.describe.configure({ mode: 'parallel' })

test('every search of the contract has its row', () => {
  const missing = endpoints
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => endpoint.path.startsWith('/admin/') && textOf(endpoint) !== undefined)
    .map(({ name }) => name)
    .filter((name) => !unsearched.includes(name) && !searchRows.some(({ reads }) => reads.includes(name)))
  expect(missing).toEqual([])
})

/** Holds the responses to searches for a text. */
async function holdSearches(page: Page, reads: readonly string[], text: string) {
  const held: Route[] = []
  const read = endpoints.map(({ endpoint }) => endpoint).filter(({ name }) => reads.includes(name))
  await routeCalls(page, '**/admin/**', async (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const isMeant = read.some(({ path }) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname))
    const searched = [...searchParams.values()].map((value) => value.replace(/\D/g, '') || value)
    const wanted = text.replace(/\D/g, '') || text
    const has = [...searchParams.values()].includes(text) || searched.some((value) => value.endsWith(wanted))
    if (isMeant && has) held.push(route)
    else await route.fallback()
  })
  return {
    arrived: () => expect.poll(() => held.length).toBeGreaterThanOrEqual(reads.length),
    release: async () => {
      for (const route of held.splice(0)) {
        // One that the console has cancelled is never answered.
        if (route.request().failure() !== null) continue
        await route.continue()
        await (await route.request().response())?.finished()
      }
      await drawn(page)
    },
  }
}

const shown = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main, dialog, [role=dialog], [role=listbox], [role=status]')]
      .map((part) => part.innerText)
      .join('\n'),
  )

for (const { reads, at, start } of searchRows) {
  test(`${at} never shows what was found for an earlier text`, async ({
    signedIn: page,
    program,
    expectedConsole,
  }) => {
    expectedConsole.push(unansweredCall)
    const { address, field, open, found, nothing = 'zzqxv', key } = await start(program)
    await page.goto(address)
    await open?.(page)
    const search = async (text: string) => {
      await field(page).fill(text)
      if (key) await field(page).press(key)
    }
    const earlier = await holdSearches(page, reads, found)
    await search(found)
    await earlier.arrived()
    const later = page.waitForResponse((response) => response.url().includes(encodeURIComponent(nothing)))
    await search(nothing)
    await (await later).finished()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    // Parts of the screen that come late, such as an editor.
    await expect(page.getByText('Loading...')).toHaveCount(0)
    let before = ''
    await expect(async () => {
      before = await shown(page)
      await drawn(page)
      expect(await shown(page)).toBe(before)
    }).toPass()
    await earlier.release()
    expect(await shown(page)).toBe(before)
    await expect(field(page)).toHaveValue(nothing)

    // What was found for the later text shows as out of date, or not at all, below the next one.
    const next = await holdSearches(page, reads, found)
    await search(found)
    await expect(async () => {
      const busy = await page.locator('[aria-busy="true"]').count()
      expect(busy > 0 || (await shown(page)) !== before).toBe(true)
      // Before the console gives the response up, which shows too.
    }).toPass({ timeout: 30_000 })
    await next.release()
    await expect.poll(() => shown(page)).not.toBe(before)
  })
}
