import {
  insertPaymentPage,
  updatePaymentPage,
} from '../modules/money/payment-page/payment-page.repository.ts'
import { newId } from '../platform/database/record-id.ts'
import type { Motif } from './pictures/draw-picture.ts'
import type { PictureOrder } from './pictures/prepare-pictures.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { kolkataTime } from './sample-time.ts'

interface PaymentPageSample {
  name: string
  title: string
  description: string
  motif: Motif
  /** Days from today on which it was created. */
  made: number
  /** Days from today on which it was deactivated. */
  closed?: number
  /** Rupees before GST: original and current price. */
  inr: [number, number]
  /** Dollars before GST: original and current price. */
  usd: [number, number]
  /** Lead-tracking activity IDs: added to cart, purchased. */
  leadTracking?: [string, string]
}

/** The oldest comes first. */
const paymentPages: PaymentPageSample[] = [
  {
    name: 'portfolio-review',
    title: 'One-to-one portfolio review',
    description: 'An hour with an analyst, your holdings on the screen and a written summary afterwards.',
    motif: 'slices',
    made: -210,
    inr: [4_999, 3_499],
    usd: [69, 49],
    leadTracking: ['2201', '2202'],
  },
  {
    name: 'salaried-return',
    title: 'Income tax return by our desk: salaried',
    description:
      'Send Form 16 and the annual information statement; we file and stay until the refund is in.',
    motif: 'form',
    made: -186,
    inr: [1_999, 1_249],
    usd: [35, 25],
    leadTracking: ['2203', '2204'],
  },
  {
    name: 'nri-return',
    title: 'Income tax return by our desk: living abroad',
    description: 'Two countries, one return: residence, treaty relief and the accounts that you must report.',
    motif: 'compass',
    made: -163,
    inr: [8_999, 6_499],
    usd: [129, 89],
    leadTracking: ['2205', '2206'],
  },
  {
    name: 'monsoon-bundle',
    title: 'Three recordings of your choice',
    description: 'Pick any three classes of the past season and keep the workbooks.',
    motif: 'coins',
    made: -141,
    closed: -38,
    inr: [2_499, 1_499],
    usd: [39, 25],
  },
  {
    name: 'workbook',
    title: 'Goal planner, the printed workbook',
    description: 'Ninety-six pages for goals, SIPs and nominees, sent by post within India.',
    motif: 'steps',
    made: -118,
    inr: [899, 649],
    usd: [19, 15],
    leadTracking: ['2207', ''],
  },
  {
    name: 'reading-club',
    title: 'Annual report reading club, six weeks',
    description: 'One listed company a week, ten readers a table, and no tips.',
    motif: 'peaks',
    made: -97,
    closed: -21,
    inr: [5_999, 4_250],
    usd: [85, 60],
    leadTracking: ['2209', '2210'],
  },
  {
    name: 'will-kit',
    title: 'Will and nominee kit with a call to a lawyer',
    description: 'Templates in English and Hindi, a checklist of papers and thirty minutes with a lawyer.',
    motif: 'shield',
    made: -74,
    inr: [3_499, 2_199],
    usd: [49, 32],
  },
  {
    name: 'early-seats',
    title: 'Early seats: retreat in Coorg',
    description: 'Two nights, four long conversations about money and one walk through a coffee estate.',
    motif: 'seedling',
    made: -52,
    closed: -9,
    inr: [18_999, 14_999],
    usd: [259, 199],
    leadTracking: ['2211', '2212'],
  },
  {
    name: 'gift',
    title: 'Gift a class to somebody',
    description:
      'A voucher for any one masterclass, good for six months. We send it on the day that you name.',
    motif: 'hourglass',
    made: -33,
    inr: [1_499, 999],
    usd: [22, 15],
  },
  {
    name: 'office-workshop',
    title: 'A seat at the workshop for employers',
    description: 'For those who run payroll in a small firm: salary structures, EPF and gratuity in one day.',
    motif: 'scales',
    made: -15,
    inr: [6_999, 5_499],
    usd: [99, 79],
    leadTracking: ['2213', '2214'],
  },
]

/** The banners to draw. */
const paymentPagePictures: PictureOrder[] = paymentPages.map(({ name, motif }) => ({
  name: nameOf(name),
  motif,
}))

/** Adds payment pages with their banners; inactive ones were active before. */
async function addPaymentPages(context: SampleContext): Promise<SampleCounts> {
  const { db, now, keepPicture } = context
  for (const sample of paymentPages) {
    const id = newId()
    const [add_to_cart, purchase] = sample.leadTracking ?? ['', '']
    const page = await insertPaymentPage(db, {
      id,
      now: kolkataTime(now, sample.made, '11:20'),
      values: {
        title: sample.title,
        description: sample.description,
        is_active: true,
        banner_key: await keepPicture(nameOf(sample.name), id),
        original_price_usd: sample.usd[0] * 100,
        current_price_usd: sample.usd[1] * 100,
        original_price_inr: sample.inr[0] * 100,
        current_price_inr: sample.inr[1] * 100,
        venue_state: null,
        lsq_add_to_cart: add_to_cart,
        lsq_purchase: purchase,
      },
    })
    if (sample.closed === undefined) {
      context.paymentPages.push(page)
    } else {
      const closed = kolkataTime(now, sample.closed, '18:05')
      context.paymentPages.push(await updatePaymentPage(db, id, { is_active: false, now: closed }))
    }
  }
  return { paymentPages: paymentPages.length }
}

export const paymentPageSample: SampleSection = { pictures: paymentPagePictures, add: addPaymentPages }

function nameOf(name: string): string {
  return `payment-page/${name}`
}
