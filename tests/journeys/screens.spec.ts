import { expect, expectAccessible, test } from './journey.ts'
import { addressOf, screens } from './screens.ts'
import { saveSchemes } from './screenshots.ts'

test.describe.configure({ mode: 'parallel' })

const perCase = 12

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
      })
    }
  })
}

if (process.env.SCREENSHOTS) {
  test('saves the pictures of README.md', async ({ signedIn: page }) => {
    for (const [name, address, role] of [
      ['masterclass', '/masterclass', 'list'],
      ['transactions', '/transactions/masterclass', 'table'],
    ] as const) {
      await page.goto(address)
      await expect(page.getByRole('main').getByRole(role).first()).toBeVisible()
      await saveSchemes(page, `docs/images/${name}`)
    }
  })
}
