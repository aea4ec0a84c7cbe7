import type { Page } from 'playwright/test'
import { guideIds } from '../../apps/console/src/features/desk/help/guide-index.ts'
import { showGuidePicture } from './guide-pictures.ts'
import { expect, expectAccessible, test } from './journey.ts'
import { addressOf, firstId, screens } from './screens.ts'
import { saveSchemes } from './screenshots.ts'

test.describe.configure({ mode: 'parallel' })

const perCase = 12
const usual = { width: 1440, height: 900 }
/** A phone in its narrowest, a window at 200 %, and a large monitor, in pixels. */
const narrowAndWide = [320, 640, 2560]

/** Returns the width of the page, which is more than the window's if something sticks out of it. */
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

for (let begin = 0; begin < screens.length; begin += perCase) {
  const some = screens.slice(begin, begin + perCase)
  test(`shows ${some.at(0)?.route} to ${some.at(-1)?.route}, readable by everybody`, async ({
    signedIn: page,
    program,
  }) => {
    for (const screen of some) {
      const address = await addressOf(screen, program)
      await test.step(address, async () => {
        await page.goto(address)
        await expect(page.getByRole('main')).toBeVisible()
        await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0)
        // An unknown address says so.
        await expect(page.getByRole('main').getByRole('alert')).toHaveCount(screen.route === '$' ? 1 : 0)
        await expectAccessible(page)
        for (const width of narrowAndWide) {
          await page.setViewportSize({ width, height: 800 })
          await expect.poll(() => widthOf(page), `${address}, ${width} px`).toBeLessThanOrEqual(width)
        }
        await page.setViewportSize(usual)
      })
    }
  })
}

if (process.env.SCREENSHOTS) {
  test('saves the pictures of README.md', async ({ signedIn: page, program }) => {
    await page.goto('/overview')
    await expect(page.getByRole('heading', { name: 'Next sessions' })).toBeVisible()
    await saveSchemes(page, 'docs/images/overview')
    const order = await firstId("transaction where status = 'completed' and refunded_amount = 0")(program)
    await page.goto(`/transactions/orders/${order}`)
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    await saveSchemes(page, 'docs/images/order')
  })

  for (const id of guideIds) {
    test(`saves the picture of ${id} of the GUIDE`, async ({ signedIn: page, program }) => {
      const clip = await showGuidePicture(id, page, program)
      await saveSchemes(page, `apps/console/src/features/desk/help/pictures/${id}`, clip)
    })
  }
}
