import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import PdfDocument from 'pdfkit'
import { expect, type Locator } from 'playwright/test'

/** Returns the bytes of a real video of four seconds. */
export function videoBytes(): Promise<Buffer> {
  return readFile(fileURLToPath(new URL('../../apps/api/src/sample/media/market-week.webm', import.meta.url)))
}

/**
 * Writes a real video of exactly this many bytes: the one of four seconds and an EBML Void element, which players skip.
 */
export async function writeVideo(path: string, byteSize: number): Promise<void> {
  const video = await videoBytes()
  const head = Buffer.alloc(9)
  head[0] = 0xec
  const rest = byteSize - video.length - head.length
  head.writeBigUInt64BE((1n << 56n) | BigInt(rest), 1)
  await writeFile(path, Buffer.concat([video, head, Buffer.alloc(rest)]))
}

/** Returns the bytes of a real PDF of one page. */
export function pdfBytes(): Promise<Buffer> {
  return new Promise((resolve) => {
    const document = new PdfDocument({ size: 'A5' })
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    document.fontSize(20).text('Sure profit in nine weeks')
    document.fontSize(12).moveDown().text('Send the fee today and the plan tomorrow.')
    document.end()
  })
}

/**
 * Expects that the browser can play a video: it knows the length, and decodes the picture of a later second. The case
 * doesn't play it, because on a busy machine a playing video may not advance.
 */
export async function expectPlayable(video: Locator): Promise<void> {
  await video.scrollIntoViewIfNeeded()
  await expect.poll(() => video.evaluate((player: HTMLVideoElement) => player.duration)).toBeGreaterThan(3)
  await video.evaluate((player: HTMLVideoElement) => {
    player.currentTime = 2
  })
  // From the ready state 2 on, the picture of the current second is decoded.
  await expect
    .poll(() =>
      video.evaluate(
        (player: HTMLVideoElement) => !player.seeking && player.readyState >= 2 && player.currentTime,
      ),
    )
    .toBe(2)
}
