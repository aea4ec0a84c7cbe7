import { mkdir } from 'node:fs/promises'
import { dirname, join, parse } from 'node:path'
import { type Page, test } from 'playwright/test'
import sharp from 'sharp'

/** Folder for the screenshots. `npm run screens` sets it. */
const folder = process.env.SCREENSHOTS

const phone = { width: 390, height: 844 }

/** Counts the screenshots of each case. */
const counts = new Map<string, number>()

/** Names a screenshot by file and title of the case, its number there, and the screen's path without ids. */
function nextName(page: Page): string {
  const { file, titlePath, testId } = test.info()
  const count = (counts.get(testId) ?? 0) + 1
  counts.set(testId, count)
  const plain = (text: string) => text.replace(/\W+/g, '-').replace(/^-|-$/g, '')
  const path = new URL(page.url()).pathname.replace(/\/[^/]*\d[^/]*/g, '')
  // Some systems have a limit of 260 characters for a path.
  const title = plain(titlePath.slice(1).join(' ')).slice(0, 100)
  return join(parse(parse(file).name).name, title, `${String(count).padStart(2, '0')}-${plain(path)}`)
}

type Clip = { x: number; y: number; width: number; height: number }

/** Saves the window, or a part of it, as a WebP picture. */
async function saveWindow(page: Page, file: string, clip?: Clip): Promise<void> {
  // Images below the window load late, and a case may hold one.
  const areImagesShown = () =>
    [...document.images].every((image) => {
      const { top, bottom } = image.getBoundingClientRect()
      return image.complete || bottom < 0 || top > innerHeight
    })
  await page.waitForFunction(areImagesShown, undefined, { timeout: 5_000 }).catch(() => {})
  await mkdir(dirname(file), { recursive: true })
  await sharp(await page.screenshot(clip && { clip }))
    .webp({ quality: 82 })
    .toFile(file)
}

/**
 * Saves the window in both colour schemes.
 * @param base path and name of the files, without `-light.webp`
 * @param clip the part of the window to save
 */
export async function saveSchemes(page: Page, base: string, clip?: Clip): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  for (const colorScheme of isDark ? (['light', 'dark'] as const) : (['dark', 'light'] as const)) {
    await page.emulateMedia({ colorScheme })
    await saveWindow(page, `${base}-${colorScheme}.webp`, clip)
  }
}

/** Saves the state of a page in both colour schemes and at a phone's size, if a folder is set. */
export async function saveScreenshots(page: Page): Promise<void> {
  if (folder === undefined) return
  const base = join(folder, nextName(page))
  await saveSchemes(page, base)
  const size = page.viewportSize()
  if (!size || size.width <= phone.width) return
  await page.setViewportSize(phone)
  await saveWindow(page, `${base}-phone.webp`)
  await page.setViewportSize(size)
}
