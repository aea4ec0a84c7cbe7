import type { CurrencyCode } from '@greenroom/contract/money'
import { linkCoupon, searchCoupons } from '../modules/money/coupon/coupon.repository.ts'
import { newId } from '../platform/database/record-id.ts'
import type { Motif } from './pictures/draw-picture.ts'
import type { PictureOrder } from './pictures/prepare-pictures.ts'
import { insertMemberships } from './sample.repository.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { kolkataTime } from './sample-time.ts'

interface MembershipSample {
  name: string
  title: string
  motif: Motif
  currency: CurrencyCode
  /** Rupees or dollars: original and current price. */
  price: [number, number]
  /** Codes of coupons that apply to it. */
  coupons: string[]
}

/** The oldest comes first. */
const memberships: MembershipSample[] = [
  {
    name: 'circle-monthly',
    title: 'Money Circle, monthly',
    motif: 'rings',
    currency: 'INR',
    price: [799, 499],
    coupons: ['FIRSTCLASS'],
  },
  {
    name: 'circle-yearly',
    title: 'Money Circle, yearly',
    motif: 'compass',
    currency: 'INR',
    price: [7_999, 4_499],
    coupons: ['WELCOME100', 'FESTIVE500'],
  },
  {
    name: 'abroad-yearly',
    title: 'Money Circle Abroad, yearly',
    motif: 'waves',
    currency: 'USD',
    price: [149, 99],
    coupons: ['NRI10'],
  },
  {
    name: 'tax-desk',
    title: 'Tax Desk, one financial year',
    motif: 'form',
    currency: 'INR',
    price: [4_999, 2_999],
    coupons: [],
  },
  {
    name: 'nri-desk',
    title: 'NRI Desk, quarterly',
    motif: 'bank',
    currency: 'USD',
    price: [79, 59],
    coupons: ['NRI10', 'EARLYBIRD15'],
  },
]

/** The banners to draw. */
const membershipPictures: PictureOrder[] = memberships.map(({ name, motif }) => ({
  name: nameOf(name),
  motif,
}))

/** Adds memberships with their banners, as the public product would have stored them, and links coupons to them. */
async function addMemberships(context: SampleContext): Promise<SampleCounts> {
  const { db, now, keepPicture } = context
  for (const [index, sample] of memberships.entries()) {
    const id = newId()
    const made = kolkataTime(now, -124 - (memberships.length - 1 - index) * 33, '12:30')
    context.memberships.push({
      id,
      name: sample.title,
      banner_key: await keepPicture(nameOf(sample.name), id),
      currency_code: sample.currency,
      original_price: sample.price[0] * 100,
      current_price: sample.price[1] * 100,
      created_at: made,
      updated_at: made,
    })
  }
  await insertMemberships(db, context.memberships)
  await linkCoupons(context)
  return { memberships: memberships.length }
}

export const membershipSample: SampleSection = { pictures: membershipPictures, add: addMemberships }

async function linkCoupons({ db, now, memberships: rows }: SampleContext): Promise<void> {
  const coupons = await searchCoupons(db, { limit: 200, offset: 0 })
  for (const [index, { id }] of rows.entries()) {
    for (const code of memberships[index]?.coupons ?? []) {
      const coupon = coupons.find((one) => one.code === code)
      if (!coupon) throw new TypeError(`The sample has no coupon ${code}.`)
      const linked = kolkataTime(now, -3, '12:45')
      await linkCoupon(db, { coupon_id: coupon.id, entity_id: id, entity_type: 'membership', now: linked })
    }
  }
}

function nameOf(name: string): string {
  return `membership/${name}`
}
