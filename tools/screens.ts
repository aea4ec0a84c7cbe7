import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { startProgram } from '../tests/journeys/program.ts'
import { browserArgs, findBrowser } from './find-browser.mjs'
import type { Programs, Scene } from './screens/scene.ts'

// npm run screens: a screenshot of every screen and dialog, light, dark and on a phone, into ./screens. The scene
// readme makes the pictures of README.md instead.
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

/** The exports of the files in tools/screens. */
const scenes: Record<string, Scene> = {}
const sceneFolder = join(import.meta.dirname, 'screens')
for (const file of readdirSync(sceneFolder).filter((name) => name !== 'scene.ts')) {
  Object.assign(scenes, await import(`./screens/${file}`))
}

const folder = join(import.meta.dirname, '..', 'screens')
const readmeFolder = join(import.meta.dirname, '..', 'docs', 'images')
/** The scene of README.md, in both colour schemes only. */
const readmeScene = 'readme'

/** Takes the screenshots of the named scenes, or of all. */
async function takeScreenshots(wanted: readonly string[]): Promise<void> {
  const unknown = wanted.filter((name) => !Object.hasOwn(scenes, name))
  if (unknown.length > 0) {
    throw new Error(`Unknown scene ${unknown.join(', ')}. The scenes are ${Object.keys(scenes).join(', ')}.`)
  }
  const built = spawnSync(process.execPath, [join(import.meta.dirname, 'build.mjs')], { stdio: 'inherit' })
  if (built.status !== 0) throw new Error('The program could not be built.')
  const found = await findBrowser()
  console.log(`Browser: ${found.executablePath} (${found.source})`)
  const sample = await startProgram()
  const empty = await startProgram({ SAMPLE_DATA: 'off' })
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: browserArgs,
    env: { ...process.env, ...found.env } as Record<string, string>,
  })
  let count = 0
  const failures: string[] = []
  try {
    if (wanted.length === 0) rmSync(folder, { recursive: true, force: true })
    for (const look of looks) {
      mkdirSync(join(folder, look.name), { recursive: true })
      for (const [name, scene] of Object.entries(scenes)) {
        const isWanted = wanted.length > 0 ? wanted.includes(name) : name !== readmeScene
        if (!isWanted || (name === readmeScene && look.name === 'phone')) continue
        try {
          const picture = name === readmeScene ? readmePicture(look) : pngPicture(look)
          count += await playScene(browser, look, scene, picture, { sample, empty })
        } catch (error) {
          failures.push(`${look.name}/${name}: ${error instanceof Error ? error.message : String(error)}`)
        }
      }
    }
  } finally {
    await browser.close()
    await Promise.all([sample.stop(), empty.stop()])
  }
  console.log(`${count} screenshots are in ${wanted.join() === readmeScene ? readmeFolder : folder}`)
  if (failures.length > 0) throw new Error(`Some scenes failed:\n${failures.join('\n')}`)
}

/** Takes a screenshot and stores it. @returns the path of the file, for the log */
type TakePicture = (page: Page, name: string) => Promise<string>

function pngPicture(look: Look): TakePicture {
  return async (page, name) => {
    await page.screenshot({ path: join(folder, look.name, `${name}.png`) })
    return `${look.name}/${name}.png`
  }
}

function readmePicture(look: Look): TakePicture {
  return async (page, name) => {
    const file = `${name}-${look.name}.webp`
    await sharp(await page.screenshot())
      .webp({ quality: 82 })
      .toFile(join(readmeFolder, file))
    return `docs/images/${file}`
  }
}

async function playScene(
  browser: Browser,
  look: Look,
  scene: Scene,
  takePicture: TakePicture,
  programs: Programs,
): Promise<number> {
  const context = await browser.newContext({
    ...look.options,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(15_000)
  let count = 0
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
    // A scene may leave an unsaved form; the browser then asks, which is no screen of ours.
    page.on('dialog', (dialog) => void dialog.accept())
    await page.goto(`${programs.sample.url}/`)
    await scene(
      page,
      async (name) => {
        await settle(page)
        console.log(await takePicture(page, name))
        count += 1
      },
      programs,
    )
  } finally {
    await context.close()
  }
  return count
}

/** Waits for images and for finite animations. */
async function settle(page: Page): Promise<void> {
  // The network never becomes idle while a scene holds a call.
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
  await takeScreenshots(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
