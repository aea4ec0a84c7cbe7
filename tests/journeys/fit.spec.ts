import type { Page } from 'playwright/test'
import { makeEvent, makeWebinar } from './event-records.ts'
import { expect, test } from './journey.ts'
import { makeLead, makeMasterclass, makeService, makeTransaction, unique } from './records.ts'
import { firstId } from './screens.ts'

/** Waits until the screen shows what it reads. */
async function shown(page: Page): Promise<void> {
  await expect(page.getByRole('main').locator('h2, table, form, ul, ol, p').first()).toBeVisible()
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
}

const cardLists = [
  ...['active', 'draft', 'past'].flatMap((tab) => [
    `/masterclass?tab=${tab}`,
    `/events?tab=${tab}`,
    `/webinar?tab=${tab}`,
  ]),
  '/banners',
  '/banners?tab=inactive',
  '/news',
  '/news?tab=inactive',
  '/create-post',
  '/create-post?tab=pinned',
  '/creators',
  '/advisory/advisors',
  '/advisory/services',
  '/memberships',
  '/coupons',
  '/coupons?tab=ended',
  '/url-shortener',
  '/custom-payment-pages',
  '/custom-payment-pages?tab=inactive',
  '/books/differences',
  '/transactions/requests',
]
const widths = [320, 360, 390, ...Array.from({ length: 26 }, (_, step) => 750 + step * 50), 768, 1024, 1366]

test('every button and link of a card lies within it and can be clicked, at each width (SHELL-32)', async ({
  signedIn: page,
  program,
}) => {
  // Some 500 renderings: far more than one case has time for on a busy machine.
  test.setTimeout(600_000)
  await makeMasterclass(program, { title: unique('Draft with every action') })
  await makeEvent(program, { title: unique('Draft with every action') })
  await makeWebinar(program, { title: unique('Draft with every action') })
  for (const address of cardLists) {
    await page.goto(address)
    await shown(page)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 4000 })
      const faults = await page.evaluate(async () => {
        // The sidebar follows the width with the next render.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        const found: string[] = []
        // A wide table scrolls in a box of its own; on a phone its rows are items of a list.
        const items = window.innerWidth > 720 ? 'li' : ':is(li, tr)'
        for (const card of document.querySelectorAll(`main ${items}:is([data-record], [data-post])`)) {
          const outer = card.getBoundingClientRect()
          if (outer.bottom > window.innerHeight) break
          for (const control of card.querySelectorAll('button, a[href]')) {
            // Links that don't fit are behind +n, and those of a long text behind Show more.
            if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[data-cut]'))
              continue
            const box = control.getClientRects()[0]
            if (!box) continue
            const what = `${control.textContent || control.getAttribute('aria-label')}`
            // Controls at the end of a card reach into its padding.
            if (box.left < outer.left || box.right > outer.right || box.bottom > outer.bottom)
              found.push(`"${what}" leaves its card`)
            const hit = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
            if (hit !== control && !control.contains(hit)) found.push(`"${what}" is covered`)
          }
        }
        if (document.documentElement.scrollWidth > window.innerWidth) found.push('scrolls sideways')
        return [...new Set(found)]
      })
      expect.soft(faults, `${address} at ${width} px`).toEqual([])
    }
  }
})

test('no table scrolls sideways, breaks a time or cuts a button beside the full sidebar at 1280 px (SHELL-32, OQ-704)', async ({
  signedIn: page,
  program,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const event = await firstId(`event where event_type = 'OFFLINE' and not is_paid`)(program)
  const past = await firstId('masterclass where is_active and start_time < now()')(program)
  // A job issues the documents of the sample.
  await expect.poll(() => program.query('select from tax_document limit 1')).toHaveLength(1)
  for (const address of [
    `/event/people/${event}`,
    `/masterclass/people/${past}`,
    '/transactions/all',
    '/people',
    '/advisory/leads',
    '/coupons',
    '/custom-payment-pages',
    '/books/documents',
    '/books/settlements',
    '/books/months',
    '/staff',
    '/history',
  ]) {
    await page.goto(address)
    const table = page.getByRole('main').getByRole('table').first()
    await expect(table.locator('tbody [data-record]').first()).toBeVisible()
    const hidden = await table.evaluate(({ parentElement: frame }) =>
      frame ? frame.scrollWidth - frame.clientWidth : 0,
    )
    expect.soft(hidden, address).toBe(0)
    expect.soft(await table.evaluate(brokenTexts), address).toEqual([])
  }
})

/** Returns the labels of cut buttons in a table, and the times that wrap or overflow their cell. */
function brokenTexts(table: Element): string[] {
  const time =
    /(?:\d{1,2} [A-Z][a-z]{2} \d{4}|\b[A-Z][a-z]+)?,? ?\d\d:\d\d [AP]M|\d{1,2} [A-Z][a-z]{2} \d{4}/g
  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
  const found = [...table.querySelectorAll('tbody button, tbody button *')]
    .filter((one) => one.textContent && one.scrollWidth > one.clientWidth && one.clientWidth > 1)
    .map((one) => `"${one.textContent}" is cut`)
  while (texts.nextNode()) {
    const node = texts.currentNode as Text
    for (const match of node.data.matchAll(time)) {
      const range = document.createRange()
      range.setStart(node, match.index)
      range.setEnd(node, match.index + match[0].length)
      const cell = node.parentElement?.closest('td, th')?.getBoundingClientRect()
      const { height, right } = range.getBoundingClientRect()
      if (range.getClientRects().length > 1 || height > 24) found.push(`"${match[0]}" is broken`)
      else if (cell && right > cell.right) found.push(`"${match[0]}" leaves its cell`)
    }
  }
  return found
}

test('long amounts, names and addresses fit a phone of 320 px (SHELL-32)', async ({
  signedIn: page,
  program,
}) => {
  const order = await makeTransaction(program, { entity_title: 'Save tax the legal way' })
  await program.query(
    `update transaction set amount = 123456700, user_first_name = 'Venkatanarasimharajuvaripeta',
       user_last_name = 'Thiruvananthapuramkrishnan', user_email = $2 where id = $1`,
    [order.id, `${'venkatanarasimharajuvaripeta.'.repeat(2)}k@long-domain-of-a-company.example`],
  )
  // The second order of the customer gives the sums a long amount in each column.
  const refunded = await makeTransaction(program, { entity_title: 'Save tax the legal way' })
  await program.query(
    `update transaction set amount = 123456700, status = 'refunded', user_phone = $2 where id = $1`,
    [refunded.id, order.user_phone],
  )
  await page.setViewportSize({ width: 320, height: 800 })
  for (const address of [
    `/people/order.${order.id}`,
    `/transactions/orders/${order.id}`,
    '/transactions/all',
    '/transactions/masterclass',
    '/overview',
    '/books/documents',
    '/books/months',
  ]) {
    await page.goto(address)
    await shown(page)
    if (address.startsWith('/people'))
      await expect(page.getByRole('list', { name: 'Money' })).toContainText('₹12,34,567.00')
    const wide = await page.evaluate(() => {
      const outside = [...document.querySelectorAll('main *')].filter(
        (one) => one.getBoundingClientRect().right > window.innerWidth + 1,
      )
      const last = outside.at(-1)
      return document.documentElement.scrollWidth > window.innerWidth
        ? `${last?.tagName} ${last?.className} ${last?.textContent?.slice(0, 60)}`
        : undefined
    })
    expect.soft(wide, address).toBeUndefined()
  }

  const lead = {
    user_first_name: unique('Venkatanarasimharaju'),
    user_last_name: 'Chattopadhyay Thiruvananthapuram',
  }
  await makeLead(program, await makeService(program), lead)
  await page.goto('/advisory/leads')
  const cell = page.getByRole('cell').filter({ hasText: lead.user_first_name }).first()
  const isCut = () => cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  expect(await isCut(), 'the name of a lead').toBe(false)
})

test('with the text spacing of WCAG 1.4.12 no button or text of a link lies over another (SHELL-32)', async ({
  signedIn: page,
  program,
}) => {
  const order = await makeTransaction(program, { entity_title: 'Save tax the legal way' })
  await makeLead(program, await makeService(program), {
    user_first_name: 'Venkatanarasimharajuvaripeta',
    user_last_name: 'Chattopadhyay Thiruvananthapuram',
  })
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 3000 })
    for (const address of [
      `/transactions/orders/${order.id}`,
      `/people/order.${order.id}`,
      '/transactions/all',
      '/transactions/masterclass',
      '/masterclass',
      '/masterclass?tab=draft',
      '/webinar?tab=draft',
      '/creators',
      '/coupons',
      '/overview',
      '/advisory/leads',
      '/staff',
    ]) {
      await page.goto(address)
      await shown(page)
      const style = await page.addStyleTag({
        content:
          '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
      })
      const faults = await page.evaluate(async () => {
        // What measures itself follows with the next render.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
        // A row of tabs scrolls below what follows it.
        const controls = [...document.querySelectorAll('main :is(button:not([role=tab]), a[href])')].filter(
          (one) =>
            one.checkVisibility({ visibilityProperty: true }) &&
            one.textContent &&
            one.getBoundingClientRect().width > 1,
        )
        const placeOf = (one: Element) => {
          if (one.tagName === 'BUTTON') return one.getBoundingClientRect()
          const text = document.createRange()
          text.selectNodeContents(one)
          const { left, top, bottom, right } = text.getBoundingClientRect()
          // Without what an ellipsis hides, of the link or of its cell.
          const ends = [one, one.closest('td')].flatMap((box) => box?.getBoundingClientRect().right ?? [])
          return { left, top, bottom, right: Math.min(right, ...ends) }
        }
        const found: string[] = []
        controls.forEach((one, place) => {
          const a = placeOf(one)
          for (const other of controls.slice(place + 1)) {
            if (one.contains(other)) continue
            const b = placeOf(other)
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
            if (across > 2 && down > 8) found.push(`"${one.textContent}" and "${other.textContent}"`)
          }
        })
        return [...new Set(found)].slice(0, 5)
      })
      expect.soft(faults, `${address} at ${width} px`).toEqual([])
      await style.evaluate((one) => (one as HTMLElement).remove())
    }
  }
})
