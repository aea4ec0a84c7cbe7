import type { Banner } from '@greenroom/contract/marketing/banner/banner.schema'
import { videoBytes } from './media.ts'
import type { Program } from './program.ts'
import { hoursFromNow, pictureBytes } from './records.ts'

type Fields = Record<string, string>

/** A banner's file in a form. */
interface BannerFile {
  name: string
  mimeType: string
  buffer: Buffer
}

let priority = 2000

/** Returns an order number that is unique in this run, to find the card by. */
export function uniquePriority(): number {
  priority += 1
  return priority
}

/** Returns a real picture as a file. */
export async function pictureFile(name = 'home.jpg'): Promise<BannerFile> {
  return { name, mimeType: 'image/jpeg', buffer: await pictureBytes() }
}

/** Returns a real video of four seconds as a file. */
export async function videoFile(): Promise<BannerFile> {
  return { name: 'market-week.webm', mimeType: 'video/webm', buffer: await videoBytes() }
}

/** Creates a banner with one picture: active, within its dates, with an external link. */
export async function makeBanner(
  program: Program,
  fields: Fields = {},
  files?: readonly BannerFile[],
): Promise<Banner> {
  const form = new FormData()
  const parts: Fields = {
    redirect: JSON.stringify({ type: 'external', redirect_link: 'https://www.example.com/offer' }),
    start_time: hoursFromNow(-24),
    end_time: hoursFromNow(48),
    order: String(uniquePriority()),
    is_active: 'true',
    ...fields,
  }
  for (const [name, value] of Object.entries(parts)) form.set(name, value)
  for (const { name, mimeType, buffer } of files ?? [await pictureFile()]) {
    form.append('files', new Blob([new Uint8Array(buffer)], { type: mimeType }), name)
  }
  const { status, body } = await program.call<Banner>('POST', '/admin/banner', form)
  if (status !== 201) throw new Error(body.message)
  return body.data
}

/** Returns a banner as it is stored now. */
export async function storedBanner(program: Program, id: string): Promise<Banner> {
  return (await program.call<Banner>('GET', `/admin/banner/${id}`)).body.data
}

/** Finds the banner with this order number. */
export async function storedByPriority(program: Program, wanted: number): Promise<Banner> {
  const { body } = await program.call<Banner[]>('GET', '/admin/banner')
  const [found, another] = body.data.filter((banner) => banner.priority === wanted)
  if (!found || another) throw new Error(`There is not exactly one banner with priority ${wanted}.`)
  return found
}

/** Changes a banner through the API, as another person would. */
export async function changeBanner(program: Program, id: string, fields: Fields): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { status, body } = await program.call('PATCH', `/admin/banner/${id}`, form)
  if (status !== 200) throw new Error(body.message)
}
