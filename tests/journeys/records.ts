import type { Coupon } from '@greenroom/contract/coupon/coupon.schema'
import type { Creator } from '@greenroom/contract/creator/creator.schema'
import type { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import sharp from 'sharp'
import type { Program } from './program.ts'

let count = 0

/** A word that no other record of this run has. */
export function unique(word: string): string {
  count += 1
  return `${word} ${Date.now().toString(36).slice(-4)}${count}`
}

/** The same for a coupon code: letters and digits. */
export function uniqueCode(word: string): string {
  return unique(word).replace(' ', '').toUpperCase()
}

/** A moment so many hours from now, in ISO 8601. */
export function hoursFromNow(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString()
}

/** A creator of the case's own. */
export async function makeCreator(program: Program, fields: Partial<Creator> = {}): Promise<Creator> {
  const { status, body } = await program.call<Creator>('POST', '/admin/creator', {
    first_name: 'Asha',
    last_name: 'Rao',
    email: `${unique('asha').replace(' ', '.')}@example.com`,
    phone: '+919845012763',
    ...fields,
  })
  if (status !== 201) throw new Error(body.message)
  return body.data
}

/** A masterclass of the case's own, by default a draft that begins in two days. */
export async function makeMasterclass(
  program: Program,
  fields: Record<string, string | Blob> = {},
): Promise<Masterclass> {
  const form = new FormData()
  const parts: Record<string, string | Blob> = {
    title: unique('Class'),
    description: 'What to claim, and when.',
    start_time: hoursFromNow(48),
    end_time: hoursFromNow(49),
    zoom_hub_name: 'zoom_3',
    attendance_type: 'virtual',
    is_attach_to_superclass: 'false',
    prices: JSON.stringify([
      { currency_code: 'USD', original_price: 9900, current_price: 4900 },
      { currency_code: 'INR', original_price: 499900, current_price: 249900 },
    ]),
    links: JSON.stringify([{ name: 'Telegram', url: 'https://t.me/greenroom', is_active: true }]),
    ...fields,
  }
  for (const [name, value] of Object.entries(parts)) form.set(name, value)
  if (!form.has('creator_id')) form.set('creator_id', (await makeCreator(program))._id)
  const { status, body } = await program.call<Masterclass>('POST', '/admin/masterclass', form)
  if (status !== 201) throw new Error(body.message)
  return body.data
}

/** A masterclass that is published, so that it stands under Active until it begins. */
export async function makePublished(
  program: Program,
  fields: Record<string, string | Blob> = {},
): Promise<Masterclass> {
  const { _id } = await makeMasterclass(program, fields)
  const published = await program.call<Masterclass>('POST', '/admin/masterclass/zoom/publish', {
    masterclass_id: _id,
  })
  if (published.status !== 200) throw new Error(published.body.message)
  return published.body.data
}

/** What is stored of a masterclass now. */
export async function storedMasterclass(program: Program, id: string): Promise<Masterclass> {
  return (await program.call<Masterclass>('GET', `/admin/masterclass/${id}`)).body.data
}

/** Changes a masterclass as somebody else would, past the screen. */
export async function changeMasterclass(
  program: Program,
  id: string,
  fields: Record<string, string>,
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const { status, body } = await program.call('POST', `/admin/masterclass/${id}`, form)
  if (status !== 200) throw new Error(body.message)
}

/** A coupon of the case's own, good for a month. */
export async function makeCoupon(program: Program, fields: Partial<Coupon> = {}): Promise<Coupon> {
  const { status, body } = await program.call<Coupon>('POST', '/admin/coupon', {
    code: uniqueCode('CASE'),
    valid_till: hoursFromNow(24 * 30),
    absolute_discount: null,
    absolute_discount_usd: null,
    discount_percentage: 20,
    ...fields,
  })
  if (status !== 201) throw new Error(body.message)
  return body.data
}

/** The bytes of a real picture. */
export async function pictureBytes(format: 'jpeg' | 'png' | 'webp' = 'jpeg'): Promise<Buffer> {
  return await sharp({ create: { width: 640, height: 360, channels: 3, background: '#c8622d' } })
    .toFormat(format)
    .toBuffer()
}
