import sharp from 'sharp'
import { masterclassForm } from '../../apps/api/src/test-records.ts'
import type { Answer, RunningProgram } from './running-program.ts'

let count = 0
const week = 7 * 24 * 3_600_000

/**
 * Returns a successful response's data.
 * @throws Error for any other response
 */
export function dataOf(answer: Answer) {
  if (answer.status !== 200 && answer.status !== 201) {
    throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`)
  }
  return answer.body.data
}

/** Returns the fields of a unique creator. */
export function newCreator() {
  count++
  return {
    first_name: 'Asha',
    last_name: 'Rao',
    email: `creator-${process.pid}-${count}@greenroom.example`,
    phone: '+919845012763',
  }
}

/** Returns the parts of a valid masterclass form, a week from now. */
export function newMasterclass(creatorId: string, parts: Record<string, string | Blob> = {}) {
  return masterclassForm(creatorId, {
    start_time: new Date(Date.now() + week).toISOString(),
    end_time: new Date(Date.now() + week + 5_400_000).toISOString(),
    ...parts,
  })
}

/** Returns a coupon that is valid for a year. */
export function newCoupon(code: string) {
  return { code, valid_till: new Date(Date.now() + 52 * week).toISOString(), discount_percentage: 10 }
}

/** Creates a creator and a draft masterclass. */
export async function makeDraft(program: RunningProgram, parts: Record<string, string | Blob> = {}) {
  const creator = dataOf(await program.call('POST', '/admin/creator', { json: newCreator() }))
  return dataOf(
    await program.call('POST', '/admin/masterclass', { form: newMasterclass(creator._id, parts) }),
  )
}

/** Publishes a masterclass. */
export function publish(program: RunningProgram, id: string): Promise<Answer> {
  return program.call('POST', '/admin/masterclass/zoom/publish', { json: { masterclass_id: id } })
}

/** Returns a real picture with unique bytes. */
export async function jpegOf(number: number): Promise<Buffer> {
  const background = { r: number % 256, g: (number >> 3) % 256, b: (number * 7) % 256 }
  // Colours may be rounded to the same value; noise keeps the bytes different.
  return sharp({
    create: {
      width: 160,
      height: 90,
      channels: 3,
      background,
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer()
}

/** Wraps bytes as a form part. */
export function jpegPart(bytes: Buffer): Blob {
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' })
}
