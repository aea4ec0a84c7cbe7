import { expect, type Locator } from 'playwright/test'

/** Expects that an image on the page is drawn from a rendition of this width, made from a wider picture. */
export async function expectRendition(image: Locator, width = 480): Promise<void> {
  await image.scrollIntoViewIfNeeded()
  await expect
    .poll(() =>
      image.evaluate(async (element: HTMLImageElement) => {
        if (!element.complete || element.naturalWidth === 0) return null
        const file = await (await fetch(element.currentSrc)).blob()
        const { width } = await createImageBitmap(file)
        return { query: new URL(element.currentSrc).search, type: file.type, width }
      }),
    )
    .toEqual({ query: `?w=${width}`, type: 'image/webp', width })
}
