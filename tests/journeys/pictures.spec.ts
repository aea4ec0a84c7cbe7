import type { Page } from 'playwright/test'
import sharp from 'sharp'
import { makeBanner } from './banner-records.ts'
import { card, expect, test } from './journey.ts'
import { makeMemberPost, report } from './moderation-records.ts'
import { makeNews } from './news-records.ts'
import { makePost } from './post-records.ts'
import { pictureBytes, unique } from './records.ts'
import { expectRendition } from './rendition.ts'

test.use({ loadsScreens: true })

/** Returns a JPEG of 12 megapixels with detail of every size, as a phone takes it. */
async function photograph(): Promise<Buffer> {
  const noise = (width: number, height: number, sigma: number) =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: '#808080',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    })
  const scene = await noise(200, 150, 60).png().toBuffer()
  const shapes = await sharp(scene).resize(4000, 3000).png({ compressionLevel: 1 }).toBuffer()
  const grain = await noise(4000, 3000, 12).png({ compressionLevel: 1 }).toBuffer()
  return sharp(shapes)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer()
}

const post = (page: Page, message: string) => page.locator('[data-post]').filter({ hasText: message })

/** Records the URLs of stored pictures that the page loads, without the origin. */
function pictureRequests(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/files/') && request.resourceType() === 'image') requests.push(pathname + search)
  })
  return requests
}

/** Returns the bytes of the stored pictures that images on the page have loaded, without headers. */
const loadedBytes = (page: Page) =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(
        ({ name, initiatorType }) => initiatorType === 'img' && new URL(name).pathname.startsWith('/files/'),
      )
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
  )

test('a feed of photographs loads renditions, and an original when its picture is opened (OQ-165)', async ({
  signedIn: page,
  program,
}) => {
  const photo = await photograph()
  const messages = [unique('Photo'), unique('Photo'), unique('Photo')]
  for (const message of messages) await makePost(program, { message, images: [photo, photo] })
  const requests = pictureRequests(page)
  await page.goto('/create-post')
  for (const message of messages) {
    const images = post(page, message).getByRole('list', { name: 'Pictures' }).locator('img')
    await expectRendition(images.first())
    await expectRendition(images.last())
  }
  expect(requests.filter((address) => !/\?w=(480|960|1600)$/.test(address))).toEqual([])
  const bytes = await loadedBytes(page)
  const pictures = new Set(requests).size
  console.log(`${pictures} pictures: ${bytes} bytes; one original has ${photo.length}`)
  expect(bytes / pictures).toBeLessThan(100_000)
  expect(photo.length).toBeGreaterThan(2_000_000)

  requests.length = 0
  await post(page, messages[0] ?? '')
    .getByRole('button', { name: 'Open picture 1 of 2' })
    .click()
  const large = page.getByRole('dialog', { name: 'Picture 1 of 2' }).getByRole('img')
  await expect(large).toHaveJSProperty('naturalWidth', 4000)
  expect(requests).toEqual([expect.not.stringContaining('?')])
})

test('every list and form loads renditions of stored pictures only (OQ-165)', async ({
  signedIn: page,
  program,
}) => {
  const [news, banner] = [await makeNews(program), await makeBanner(program)]
  const [event] = await program.query<{ id: string }>(
    `select id from event where event_type = 'OFFLINE' and banner_key is not null limit 1`,
  )
  // The newest of their lists: other cases have added posts without pictures.
  const picture = await pictureBytes('png')
  await makePost(program, { images: [picture] })
  await report(program, 'post', (await makeMemberPost(program, { images: [picture] }))._id)
  const requests = pictureRequests(page)
  for (const path of [
    '/masterclass',
    '/events',
    '/webinar',
    '/memberships',
    '/banners',
    '/news',
    '/custom-payment-pages',
    '/create-post',
    '/moderation/posts',
    `/news/edit?id=${news._id}`,
    `/create-banner?id=${banner._id}`,
    `/event/edit/${event?.id}`,
  ]) {
    requests.length = 0
    const first = page.waitForResponse((response) => new URL(response.url()).pathname.startsWith('/files/'))
    await page.goto(path)
    expect((await first).status(), path).toBeLessThan(400)
    await page.waitForLoadState('networkidle')
    expect(requests.length, path).toBeGreaterThan(0)
    expect(
      requests.filter((address) => !/\?w=(480|960|1600)$/.test(address)),
      path,
    ).toEqual([])
  }
})

test.describe('on a fine screen', () => {
  test.use({ deviceScaleFactor: 3 })

  test('a card loads a wider rendition (OQ-165)', async ({ signedIn: page, program }) => {
    const { heading } = await makeNews(program)
    await page.goto('/news')
    const image = card(page, heading).locator('img').first()
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.currentSrc)).toMatch(/\?w=960$/)
  })
})
