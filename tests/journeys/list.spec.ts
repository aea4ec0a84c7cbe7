import type { Page } from 'playwright/test'
import { makeEvent } from './event-records.ts'
import { answerCalls, expect, loseCalls, test, unansweredCall } from './journey.ts'
import { makeComment, makeMember, makeMemberPost, report } from './moderation-records.ts'
import { makePost } from './post-records.ts'
import type { Program } from './program.ts'
import {
  makeCreator,
  makeLead,
  makeMasterclass,
  makePaymentPage,
  makeService,
  makeShortlink,
  unique,
} from './records.ts'

/** What screen readers are told of a list. */
function announcement(page: Page) {
  // The second one tells of rows that others have added.
  return page.locator('.gr-unseen[aria-live="polite"]').first()
}

/** A list, and how one of its dialogs is opened. */
interface DialogCase {
  name: string
  prepare: (program: Program) => Promise<{ address: string; opener: string | RegExp; isLink?: boolean }>
}

/** Screens and dialogs that load one thing, and offer Retry when that fails. */
const failedLoads: {
  name: string
  /** Contains Retry; main by default. */
  place?: 'dialog'
  prepare: (program: Program) => Promise<string>
}[] = [
  {
    name: 'a service',
    prepare: async (program) => `/advisory/services/${(await makeService(program))._id}`,
  },
  {
    name: 'the form of a masterclass',
    prepare: async (program) => `/masterclass/edit/${(await makeMasterclass(program))._id}`,
  },
  ...(['board', 'today', 'sources'] as const).map((view) => ({
    name: `the view ${view} of leads`,
    prepare: async () => `/advisory/leads?view=${view}`,
  })),
  { name: 'the calendar', prepare: async () => '/calendar' },
  {
    name: 'the details of a masterclass',
    place: 'dialog',
    prepare: async (program) => `/masterclass?tab=draft&open=${(await makeMasterclass(program))._id}`,
  },
]

const dialogs: DialogCase[] = [
  {
    name: 'the details of a masterclass',
    prepare: async (program) => ({
      address: '/masterclass?tab=draft',
      opener: (await makeMasterclass(program)).title,
    }),
  },
  {
    name: 'the coupons of a membership',
    prepare: async () => ({ address: '/memberships', opener: /^Add Coupon, Tax Desk/ }),
  },
  {
    name: 'the details of an event',
    prepare: async (program) => ({ address: '/events', opener: (await makeEvent(program)).title }),
  },
  {
    name: 'a booking',
    prepare: async (program) => {
      const service = await makeService(program)
      const lead = await makeLead(program, service)
      return { address: `/advisory/leads?service_id=${service._id}`, opener: lead.reference_record_id }
    },
  },
  {
    name: 'a payment page',
    prepare: async (program) => {
      const { title } = await makePaymentPage(program)
      return { address: `/custom-payment-pages?q=${encodeURIComponent(title)}`, opener: `Edit ${title}` }
    },
  },
  {
    name: 'a new payment page',
    prepare: async () => ({ address: '/custom-payment-pages', opener: 'Create New', isLink: true }),
  },
  {
    name: 'a short link',
    prepare: async (program) => ({
      address: '/url-shortener',
      opener: `Edit ${(await makeShortlink(program)).shortCode}`,
    }),
  },
  {
    name: 'the post of a reported comment',
    prepare: async (program) => {
      const author = await makeMember(program)
      const post = await makeMemberPost(program, { message: unique('Post') })
      const comment = await makeComment(program, { post: post._id, author: author.id, message: 'Reported' })
      await report(program, 'comment', comment)
      return { address: '/moderation/comments', opener: /Show post/ }
    },
  },
]

for (const { name, prepare } of dialogs) {
  test(`closing ${name} leaves no Back step that does nothing`, async ({ signedIn: page, program }) => {
    const { address, opener, isLink } = await prepare(program)
    await page.goto('/creators')
    await page.goto(address)
    const list = page.url()
    const exact = typeof opener === 'string' ? { exact: true } : {}
    for (let time = 0; time < 2; time += 1) {
      await page
        .getByRole(isLink ? 'link' : 'button', { name: opener, ...exact })
        .first()
        .click()
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(page.url()).not.toBe(list)
      // A second press while the dialog closes must not leave the list.
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).toHaveURL(list)
    }
    await page.goBack()
    await expect(page).toHaveURL('/creators')
  })
}

test('a dialog opened by its address closes to its list, and Back leads to where it was opened from', async ({
  signedIn: page,
  program,
}) => {
  const { _id } = await makeMasterclass(program)
  await page.goto('/creators')
  await page.goto(`/masterclass?tab=draft&open=${_id}`)
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/masterclass?tab=draft')
  await page.goBack()
  await expect(page).toHaveURL('/creators')
})

for (const { name, place = 'main', prepare } of failedLoads) {
  test(`Retry keeps the focus on ${name} (OQ-110)`, async ({ signedIn: page, program, expectedConsole }) => {
    expectedConsole.push(unansweredCall)
    const address = await prepare(program)
    await loseCalls(page)
    await page.goto(address)
    const retry = page.getByRole(place).getByRole('button', { name: 'Retry' })
    await expect(retry).toBeVisible()
    await answerCalls(page)
    await retry.press('Enter')
    await expect(retry).toHaveCount(0)
    await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    await expect(page.locator(':focus')).toHaveCount(1)
  })
}

test('the selected tab is in sight on a narrow phone (MC-07)', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/masterclass?tab=past')
  await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 })
})

test('results of a search and of Load More are announced to screen readers', async ({
  signedIn: page,
  program,
}) => {
  const word = unique('Announced').replace(' ', '')
  await makeCreator(program, { first_name: word })
  await page.goto('/creators')
  await expect(page.getByRole('list', { name: 'Creators' })).toBeVisible()
  await expect(announcement(page)).toHaveText('')
  await page.getByRole('searchbox').fill(word)
  await expect(announcement(page)).toHaveText('Showing 1 result')
  await page.getByRole('searchbox').fill(`${word} nobody`)
  await expect(announcement(page)).toHaveText('No results')

  await program.query(
    `insert into shortlink (id, short_code, web_url, created_at)
     select gen_random_uuid(), 'announced-' || n, 'https://greenroom.example/' || n, now() - n * interval '1 minute'
     from generate_series(1, 110) as n`,
  )
  try {
    const [{ total = 0 } = {}] = await program.query<{ total: number }>(
      'select count(*)::int as total from shortlink',
    )
    await page.goto('/url-shortener')
    await page.getByRole('button', { name: 'Load More' }).click()
    await expect(announcement(page)).toHaveText(`Showing ${total} results`)
  } finally {
    await program.query("delete from shortlink where short_code like 'announced-%'")
  }
})

test('a page of a table that is chosen is announced, and the next one is loaded ahead', async ({
  signedIn: page,
  program,
}) => {
  const service = await makeService(program)
  for (let count = 0; count < 12; count += 1) await makeLead(program, service)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/admin/advisory/bookings') asked.push(searchParams.get('offset') ?? '')
  })
  await page.goto(`/advisory/leads?service_id=${service._id}`)
  await expect(page.getByText('Showing 10 of 12 rows')).toBeVisible()
  await expect.poll(() => asked).toEqual(['0', '10'])
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(announcement(page)).toHaveText('Showing 2 of 12 results')
  expect(asked).toEqual(['0', '10'])
})

test('a post is pinned after the reported posts were looked at (POST-09)', async ({
  signedIn: page,
  program,
}) => {
  const made = await makePost(program, { message: unique('Pinned later') })
  await page.goto('/moderation/posts')
  await expect(page.getByRole('article').or(page.getByText('No post reports found')).first()).toBeVisible()
  await page.getByRole('link', { name: 'Admin Post Management' }).click()
  const card = page.locator(`[data-post="${made._id}"]`)
  await card.getByRole('button', { name: 'Pin Post' }).click()
  await expect(card.getByRole('button', { name: 'Unpin Post' })).toBeVisible()
  await expect
    .poll(
      async () =>
        await program.query<{ is_pinned: boolean }>('select is_pinned from post where id = $1', [made._id]),
    )
    .toEqual([{ is_pinned: true }])
})
