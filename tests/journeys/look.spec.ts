import { test } from './journey.ts'
import { addressOf, screens } from './screens.ts'

const looks = [
  { name: 'light', width: 1440, height: 900 },
  { name: 'dark', width: 1440, height: 900, dark: true },
  { name: 'phone', width: 390, height: 844 },
  { name: 'w1280', width: 1280, height: 800 },
  { name: 'w1920', width: 1920, height: 1080 },
]
test('look', async ({ signedIn: page, program }) => {
  test.setTimeout(1_500_000)
  const only = process.env.LOOK?.split(',')
  const pick = process.env.NAMES?.split(',')
  const out = process.env.OUT ?? '/tmp/s-me/pic'
  let n = 0
  for (const screen of screens) {
    n++
    const address = await addressOf(screen, program)
    if (only && !only.some((one) => address.startsWith(one))) continue
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(address)
    await page.waitForLoadState('networkidle').catch(() => undefined)
    await page.waitForTimeout(700)
    for (const look of looks) {
      if (pick && !pick.includes(look.name)) continue
      await page.setViewportSize({ width: look.width, height: look.height })
      await page.emulateMedia({ colorScheme: look.dark ? 'dark' : 'light' })
      await page.waitForTimeout(350)
      const file = `${out}/${String(n).padStart(2, '0')}-${screen.route.replace(/[^a-z]+/gi, '-')}-${(screen.of ?? '') + (screen.search ?? '').replace(/[^a-z]+/gi, '')}`
      await page.screenshot({ path: `${file}.${look.name}.png` })
    }
  }
})
