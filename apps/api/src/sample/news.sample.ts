import { newId } from '../platform/database/record-id.ts'
import type { MediaOrder, MediaSource } from './prepare-media.ts'
import { insertNewsSnippets, type SampleNews } from './sample.repository.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { kolkataTime } from './sample-time.ts'

interface NewsSample {
  heading: string
  description: string
  source: string
  /** The page's name on the source's site. */
  page: string
  thumbnail: MediaSource
  isInactive?: boolean
  /** Whole rupees, unless it is free. */
  price?: number
}

/** The newest first. */
const news: NewsSample[] = [
  {
    heading: 'Repo rate stays where it is for the fourth meeting',
    description:
      'The committee kept the rate and its stance. For floating home loans nothing changes this quarter; for deposits the best time to lock in may be now.\n\nThe next meeting is in two months.',
    source: 'Rupee Ledger',
    page: 'repo-rate-unchanged',
    thumbnail: 'candlesticks',
  },
  {
    heading: 'Insurers must answer a cashless request within an hour',
    description:
      'The regulator has written the hour into its master circular, and three hours for the discharge bill.',
    source: 'Health Cover Weekly',
    page: 'cashless-in-an-hour',
    thumbnail: 'umbrella',
  },
  {
    heading: 'SIP inflows pass ₹29,000 crore in a month',
    description: 'More accounts were opened than closed, for the first time since spring.',
    source: 'Fund Street',
    page: 'sip-inflows-record',
    thumbnail: 'seedling',
  },
  {
    heading: 'What changes in your payslip with the new labour codes',
    description:
      'Half of what you earn has to be basic pay. That raises provident fund and gratuity, and lowers what arrives on the 1st. We have worked it through for three salaries.',
    source: 'Payroll Notes',
    page: 'labour-codes-payslip',
    thumbnail: 'form',
  },
  {
    heading: 'Gold at a record: five households on what they did',
    description: '',
    source: 'The Sunday Purse',
    page: 'gold-record-five-households',
    thumbnail: 'lamps',
    price: 49,
  },
  {
    heading: 'Stamp duty cut for first buyers in two more states',
    description: 'One per cent off for flats below sixty lakh, until the end of the financial year.',
    source: 'Plot and Key',
    page: 'stamp-duty-first-buyers',
    thumbnail: 'house',
  },
  {
    heading: 'UPI on credit: who pays the fee?',
    description: 'Not you, for now. The merchant does, above ₹2,000, and some have begun to ask for it back.',
    source: 'Rupee Ledger',
    page: 'upi-on-credit-fee',
    thumbnail: 'screen',
  },
  {
    heading: 'The tax office reads your card bills. What it looks for',
    description:
      'Payments above ten lakh a year are reported. Reported is not taxed, but it should fit your return.',
    source: 'Assessment Year',
    page: 'card-bills-reported',
    thumbnail: 'shield',
    price: 99,
  },
  {
    heading: 'Small-cap funds: three close their doors to lump sums',
    description: 'SIPs go on. The houses say that they cannot place so much money at sensible prices.',
    source: 'Fund Street',
    page: 'small-cap-lump-sums',
    thumbnail: 'cups',
  },
  {
    heading: 'A family pension that nobody claimed for eleven years',
    description: 'How a daughter found it, in four letters and one visit. With the list of papers.',
    source: 'The Sunday Purse',
    page: 'unclaimed-family-pension',
    thumbnail: 'stage',
  },
  {
    heading: 'Budget day: our notes, line by line',
    description: 'Kept for reference. Numbers are as they were read out, not as they were passed.',
    source: 'Assessment Year',
    page: 'budget-day-notes',
    thumbnail: 'form',
    isInactive: true,
  },
  {
    heading: 'Sovereign gold bonds: is a new series coming?',
    description: 'Nothing has been announced. We take this down until something is.',
    source: 'Rupee Ledger',
    page: 'sgb-new-series',
    thumbnail: 'lamps',
    isInactive: true,
  },
  {
    heading: 'Listing day: the three that doubled, and the nine that did not',
    description: 'An odd-looking year in numbers.',
    source: 'Fund Street',
    page: 'listing-day',
    thumbnail: 'candlesticks',
    isInactive: true,
  },
  {
    heading: 'Festive offers on cards compared',
    description: 'Over since Diwali.',
    source: 'The Sunday Purse',
    page: 'festive-card-offers',
    thumbnail: 'stage',
    isInactive: true,
  },
]

/** The thumbnails of news snippets. */
const newsMedia: MediaOrder[] = news.map(({ page, thumbnail }) => ({
  name: mediaName(page),
  source: thumbnail,
}))

/** Adds news snippets, current and inactive ones. */
async function addNews(context: SampleContext): Promise<SampleCounts> {
  const { db, now, keepMedia } = context
  const rows: SampleNews[] = []
  for (const [index, sample] of news.entries()) {
    const id = newId()
    const created = kolkataTime(now, -1 - index * 4, index % 2 === 0 ? '08:30' : '16:45')
    rows.push({
      id,
      heading: sample.heading,
      description: sample.description,
      thumbnail_key: await keepMedia(mediaName(sample.page), id),
      source: sample.source,
      reference_link: `https://news.example.com/${sample.source.toLowerCase().replaceAll(' ', '-')}/${sample.page}`,
      price: sample.price === undefined ? null : sample.price * 100,
      is_free: sample.price === undefined,
      is_active: !sample.isInactive,
      created_at: created,
      updated_at: created,
    })
  }
  await insertNewsSnippets(db, rows)
  return { news: rows.length }
}

export const newsSample: SampleSection = { media: newsMedia, add: addNews }

function mediaName(page: string): string {
  return `news/${page}`
}
