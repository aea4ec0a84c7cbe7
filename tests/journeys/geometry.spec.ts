import type { Page } from 'playwright/test'
import { expect, test } from './journey.ts'
import { addressOf, screens as allScreens } from './screens.ts'

test.describe.configure({ mode: 'parallel' })

const perCase = 20
// The first screen is empty, and the error view is no page.
const screens = allScreens.filter(({ route }) => route !== '/' && route !== '$')
/** As `--gr-narrow` and the content of the layout. */
const [narrow, widest] = [912, 1760]
/** Tables and lines reach so far over the edges of the page, so that their texts are aligned with the others. */
const bleed = 12

/** Returns the edges of the page, of what is on it, and of its controls, in pixels. */
function edgesOf(page: Page) {
  return page.evaluate(() => {
    const main = document.querySelector('main')
    if (!main) throw new Error('There is no page')
    const style = getComputedStyle(main)
    const box = main.getBoundingClientRect()
    const left = box.left + Number.parseFloat(style.paddingLeft)
    const right = box.right - Number.parseFloat(style.paddingRight)
    const span = (query: string) => {
      const shown = [...main.querySelectorAll(query)].flatMap((one) => {
        // A form reaches over the edges with its bar; what is in a box that scrolls has no place on the page.
        if (one.matches('form, form > *') || !one.checkVisibility({ visibilityProperty: true })) return []
        const { left, right, width, height } = one.getBoundingClientRect()
        return width > 1 && height > 1 ? [{ left, right }] : []
      })
      return {
        left: Math.round(Math.min(...shown.map((one) => one.left)) - left),
        right: Math.round(Math.max(...shown.map((one) => one.right)) - left),
      }
    }
    return {
      page: Math.round(right - left),
      content: span('div, section, ul, table, p, h2'),
      controls: span(':is(input, textarea, button, a[href]):not([role="tab"])'),
    }
  })
}

/** Returns the rows of controls above a list or record whose heights or places differ. */
function unevenRows(page: Page) {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll('main :is(input, button, a[href], [role="group"], fieldset > div)'),
    ].flatMap((one) => {
      // What belongs to a record, a form, tabs or a picture has a rhythm of its own.
      if (one.closest('li, td, th, article, form, [role="tablist"], [role="dialog"], figure, aside'))
        return []
      const { top, bottom, height } = one.getBoundingClientRect()
      const isFramed = Number.parseFloat(getComputedStyle(one).borderTopWidth) > 0
      if (!isFramed || !one.checkVisibility() || height < 24 || height > 60) return []
      const name = one.getAttribute('aria-label') ?? (one.textContent || one.id)
      return [{ name, top: Math.round(top), bottom: Math.round(bottom) }]
    })
    return controls.flatMap((one, place) =>
      controls.slice(place + 1).flatMap((other) => {
        const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
        const isOneRow = shared > (one.bottom - one.top) / 2
        const isEven = Math.abs(one.top - other.top) <= 1 && Math.abs(one.bottom - other.bottom) <= 1
        return isOneRow && !isEven
          ? [`“${one.name}” ${one.top}–${one.bottom}, “${other.name}” ${other.top}–${other.bottom}`]
          : []
      }),
    )
  })
}

for (let begin = 0; begin < screens.length; begin += perCase) {
  const some = screens.slice(begin, begin + perCase)
  test(`from ${some.at(0)?.route} to ${some.at(-1)?.route}, all are as wide as their kind, with even rows of controls (OQ-710, OQ-713)`, async ({
    signedIn: page,
    program,
  }) => {
    for (const screen of some) {
      const address = await addressOf(screen, program)
      await page.goto(address)
      await expect(page.getByRole('main')).toBeVisible()
      await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
      for (const width of [1440, 1920, 2560]) {
        await page.setViewportSize({ width, height: 900 })
        const place = `${address} at ${width} px`
        const at = await edgesOf(page)
        expect.soft(await unevenRows(page), place).toEqual([])
        expect.soft(at.page, place).toBeLessThanOrEqual(widest)
        if (screen.isNarrow) {
          expect.soft(at.controls.left, place).toBeGreaterThanOrEqual(0)
          expect.soft(at.controls.right, place).toBeLessThanOrEqual(narrow + 1)
        } else {
          expect.soft(at.content.left, place).toBeGreaterThanOrEqual(-bleed)
          expect.soft(at.content.left, place).toBeLessThanOrEqual(0)
          expect.soft(at.content.right, place).toBeGreaterThanOrEqual(at.page - 1)
        }
      }
    }
  })
}
