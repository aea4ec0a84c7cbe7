import type {
  attendanceTypes,
  CommunityLink,
  communityLinkTypes,
} from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import {
  insertMasterclass,
  updateMasterclass,
} from '../modules/sessions/masterclass/masterclass.repository.ts'
import { newId } from '../platform/database/record-id.ts'
import { addMeeting } from './meeting.sample.ts'
import type { Motif } from './pictures/draw-picture.ts'
import type { PictureOrder } from './pictures/prepare-pictures.ts'
import type { PublishedSession } from './prepared-meetings.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { type ClassTime, classSpan, kolkataTime } from './sample-time.ts'

interface MasterclassSample extends ClassTime {
  name: string
  title: string
  description: string
  /** Null for one without a banner. */
  motif: Motif | null
  account: MeetingAccount
  attendance: (typeof attendanceTypes)[number]
  isPublished: boolean
  isAttachedToSuperclass?: boolean
  /** Rupees: original and current price. */
  inr: [number, number]
  /** Dollars: original and current price. */
  usd: [number, number]
  links: CommunityLink[]
}

function link(name: (typeof communityLinkTypes)[number], url: string, is_active = true): CommunityLink {
  return { name, url, is_active }
}
const whatsapp = (code: string) => link('WhatsApp Group', `https://chat.whatsapp.com/${code}`)
const telegram = (name: string) => link('Telegram', `https://t.me/${name}`)
const discord = (code: string) => link('Discord', `https://discord.gg/${code}`)

/**
 * The masterclasses. Each has a day of its own, so that none clash, except that the draft `freelancers` is on the
 * account and at the time of the published `tax-regimes`: publishing it shows the warning.
 */
const masterclasses: MasterclassSample[] = [
  {
    name: 'tax-regimes',
    title: 'Old or new tax regime: do the maths',
    description:
      'Which regime leaves you with more depends on your deductions, not on what a colleague chose. We work through three salary slips line by line, from standard deduction to home loan interest. Bring your own Form 16 and leave with a number you can defend.',
    motif: 'scales',
    account: 'zoom_1',
    attendance: 'virtual',
    isPublished: true,
    isAttachedToSuperclass: true,
    day: 2,
    evening: '19:00',
    morning: '10:30',
    minutes: 90,
    inr: [1_999, 999],
    usd: [29, 15],
    links: [whatsapp('GtR7mKq2VxN4bLw9ZcYd3H'), telegram('greenroom_tax_circle'), discord('gr-tax-desk')],
  },
  {
    name: 'first-salary',
    title: 'First salary, first SIP',
    description:
      'Your first pay cheque sets habits that last for decades. Learn how to split it between rent, fun, an emergency fund and a monthly SIP that you will not want to stop. No jargon, no product pitches.',
    motif: 'seedling',
    account: 'zoom_4',
    attendance: 'hybrid',
    isPublished: true,
    day: 3,
    evening: '20:00',
    morning: '11:00',
    minutes: 75,
    inr: [999, 499],
    usd: [15, 9],
    links: [whatsapp('GtR1pXs8QaJ5nTf6UvEk2M')],
  },
  {
    name: 'balance-sheet',
    title: 'Read a balance sheet like an owner',
    description:
      'A balance sheet tells you what a company owns, what it owes and how honest it is with both. We read the annual reports of two listed manufacturers together. You will know where to look for debt, goodwill and cash that never arrives.',
    motif: 'bank',
    account: 'zoom_1',
    attendance: 'virtual',
    isPublished: true,
    day: 5,
    evening: '18:30',
    morning: '10:00',
    minutes: 120,
    inr: [2_499, 1_499],
    usd: [39, 25],
    links: [telegram('greenroom_balance_sheet'), discord('gr-annual-reports')],
  },
  {
    name: 'parents-health',
    title: 'Health cover for ageing parents',
    description:
      'Premiums rise, exclusions multiply and every policy claims to be the best one. Understand waiting periods, co-payment and super top-ups before you sign. We also discuss what to do when an insurer says no.',
    motif: 'umbrella',
    account: 'zoom_4',
    attendance: 'virtual',
    isPublished: true,
    isAttachedToSuperclass: true,
    day: 7,
    evening: '19:30',
    morning: '11:30',
    minutes: 90,
    inr: [1_499, 749],
    usd: [22, 12],
    links: [
      whatsapp('GtR4dLh7WyB3zPo1RmSc8N'),
      link('WhatsApp Channel', 'https://chat.whatsapp.com/GtR9channelCover2Qv5Kx'),
    ],
  },
  {
    name: 'swing-trading',
    title: 'Swing trading with a rule book',
    description:
      'Most traders lose because they have opinions and no rules. Build a written plan for entry, stop-loss and position size, then test it on a year of charts. Trading carries risk, and we spend a full half hour on losing well.',
    motif: 'candlesticks',
    account: 'zoom_2',
    attendance: 'hybrid',
    isPublished: true,
    day: 9,
    evening: '20:30',
    morning: '10:30',
    minutes: 120,
    inr: [3_999, 2_499],
    usd: [59, 39],
    links: [discord('gr-rule-book'), telegram('greenroom_swing_notes')],
  },
  {
    name: 'rent-or-buy',
    title: 'Rent or buy? Run the real numbers',
    description:
      'A home is a feeling and also a spreadsheet. Compare the EMI, maintenance, stamp duty and lost returns with the rent you pay today. Each participant gets the sheet and a checklist for the visit to the bank.',
    motif: 'house',
    account: 'zoom_1',
    attendance: 'in-person',
    isPublished: true,
    day: 13,
    evening: '18:00',
    morning: '11:00',
    minutes: 150,
    inr: [1_999, 1_299],
    usd: [29, 19],
    links: [whatsapp('GtR6vTn5CeM2kRj4XbHg7P')],
  },
  {
    name: 'index-funds',
    title: 'Index funds: quiet and effective',
    description:
      'Owning the whole market is dull, cheap and hard to beat. See how tracking error, expense ratio and index rules differ between funds that look alike. We end with a two-fund portfolio that takes ten minutes a year.',
    motif: 'rings',
    account: 'zoom_4',
    attendance: 'virtual',
    isPublished: true,
    day: 18,
    evening: '19:00',
    morning: '10:00',
    minutes: 75,
    inr: [1_299, 649],
    usd: [19, 10],
    links: [
      telegram('greenroom_index_club'),
      link('WhatsApp Group', 'https://chat.whatsapp.com/GtR2jYw9SdF6hVp3TnQz5L', false),
    ],
  },
  {
    name: 'itr-two',
    title: 'Filing ITR-2 with capital gains',
    description:
      'Sold shares, a fund or a flat this year? Then ITR-1 is not for you. We fill a sample return together, match it with the annual information statement and claim losses that are yours to carry forward.',
    motif: 'form',
    account: 'zoom_1',
    attendance: 'virtual',
    isPublished: true,
    isAttachedToSuperclass: true,
    day: 24,
    evening: '19:30',
    morning: '10:30',
    minutes: 120,
    inr: [2_499, 1_799],
    usd: [39, 29],
    links: [whatsapp('GtR8bUc4KgZ1fXy7MaDw6R'), discord('gr-return-room')],
  },
  {
    name: 'careful-options',
    title: 'Options as insurance, not as lottery',
    description:
      'A protective put costs money, and so does not having one. Learn what a hedge really buys you, when it is too dear, and why selling options for income is a different business. For investors who already hold shares.',
    motif: 'shield',
    account: 'zoom_4',
    attendance: 'hybrid',
    isPublished: true,
    day: 38,
    evening: '20:00',
    morning: '11:30',
    minutes: 105,
    inr: [2_999, 1_999],
    usd: [45, 32],
    links: [telegram('greenroom_hedging_desk')],
  },

  {
    name: 'freelancers',
    title: 'Freelancers: GST, TDS, advance tax',
    description:
      'Clients pay late, but the tax calendar does not wait. Find out when to register for GST, how to read Form 26AS and how to plan four instalments of advance tax. Presumptive taxation gets a section of its own.',
    motif: 'slices',
    account: 'zoom_1',
    attendance: 'virtual',
    isPublished: false,
    day: 2,
    evening: '19:30',
    morning: '11:00',
    minutes: 90,
    inr: [1_799, 899],
    usd: [27, 14],
    links: [whatsapp('GtR3nEz6XhT8cWq1JoLb9V')],
  },
  {
    name: 'pension',
    title: 'NPS and EPF: build your pension pot',
    description:
      'Two accounts will pay for most retirements, and few people have read the rules of either. We compare returns, lock-ins and tax at withdrawal. Check your own passbook during the class.',
    motif: 'hourglass',
    account: 'zoom_4',
    attendance: 'virtual',
    isPublished: false,
    day: 11,
    evening: '18:30',
    morning: '10:00',
    minutes: 90,
    inr: [1_499, 999],
    usd: [22, 15],
    links: [telegram('greenroom_pension_pot')],
  },
  {
    name: 'gold',
    title: 'How much gold is enough?',
    description:
      'Gold is in every Indian locker and in few Indian plans. Look at coins, bonds, ETFs and jewellery by cost and by how easily they turn into cash. Then decide on a share that suits your family and stick to it.',
    motif: 'ingots',
    account: 'zoom_2',
    attendance: 'hybrid',
    isPublished: false,
    day: 15,
    evening: '19:00',
    morning: '11:00',
    minutes: 60,
    inr: [999, 599],
    usd: [15, 9],
    links: [whatsapp('GtR5wKm1PzR7yGn2VtCf4X'), telegram('greenroom_gold_talk')],
  },
  {
    name: 'newly-weds',
    title: 'Money talks for the newly married',
    description:
      'Two incomes, two families and one kitchen table. A guided conversation about joint accounts, old loans and who pays for what. Partners attend on one ticket.',
    motif: null,
    account: 'zoom_1',
    attendance: 'in-person',
    isPublished: false,
    day: 20,
    evening: '18:00',
    morning: '11:30',
    minutes: 120,
    inr: [1_999, 1_499],
    usd: [29, 22],
    links: [whatsapp('GtR7xBv3HqS5dMk8WrYn1J')],
  },
  {
    name: 'estate',
    title: 'Estate planning: wills, nominees, trusts',
    description:
      'A nominee is not an heir, and a will on plain paper can still be valid. Learn what each document does and what happens without it. We close with a one-page list that every family should keep with its papers.',
    motif: 'tiles',
    account: 'zoom_4',
    attendance: 'virtual',
    isPublished: false,
    isAttachedToSuperclass: true,
    day: 26,
    evening: '19:00',
    morning: '10:30',
    minutes: 105,
    inr: [2_499, 1_699],
    usd: [39, 27],
    links: [discord('gr-family-papers')],
  },
  {
    name: 'fixed-income',
    title: 'FDs, bonds and debt funds compared',
    description:
      'Safe money has risks too: credit, interest rates and inflation. Place fixed deposits, government bonds and debt funds side by side after tax. You will know which bucket to fill for one, three and seven years.',
    motif: 'waves',
    account: 'zoom_1',
    attendance: 'virtual',
    isPublished: false,
    day: 31,
    evening: '20:00',
    morning: '10:00',
    minutes: 90,
    inr: [1_299, 799],
    usd: [19, 12],
    links: [telegram('greenroom_fixed_income')],
  },
  {
    name: 'nri-guide',
    title: 'Investing in India from abroad',
    description:
      'NRE or NRO, repatriable or not, taxed here or there? A calm walk through accounts, KYC and the double taxation agreements that matter. Held late enough for the Gulf and early enough for Singapore.',
    motif: 'compass',
    account: 'zoom_4',
    attendance: 'virtual',
    isPublished: false,
    day: 44,
    evening: '20:30',
    morning: '11:00',
    minutes: 90,
    inr: [2_999, 1_999],
    usd: [45, 29],
    links: [
      whatsapp('GtR9fJd2LsU6aKp5ZeTh3B'),
      telegram('greenroom_from_abroad'),
      link('Other', 'https://www.example.com/reading/nri-checklist'),
    ],
  },

  {
    name: 'small-cap',
    title: 'Small caps: hope and hazard',
    description:
      'The smallest companies make the best stories and the worst exits. Screen for debt, promoter pledges and volumes before you fall in love. Case studies of one winner and two that went to zero.',
    motif: 'peaks',
    account: 'zoom_1',
    attendance: 'virtual',
    isPublished: true,
    day: -1,
    evening: '19:00',
    morning: '10:30',
    minutes: 90,
    inr: [1_999, 999],
    usd: [29, 15],
    links: [discord('gr-small-caps')],
  },
  {
    name: 'credit-score',
    title: 'What moves your credit score',
    description:
      'Lenders see a number; you should see what makes it. Read a full credit report, dispute an error and plan six months of repair. Useful before any home loan.',
    motif: 'steps',
    account: 'zoom_4',
    attendance: 'virtual',
    isPublished: true,
    day: -6,
    evening: '18:30',
    morning: '11:00',
    minutes: 60,
    inr: [799, 399],
    usd: [12, 7],
    links: [whatsapp('GtR2hQo7MbV4tXc1SgWk6D'), telegram('greenroom_score_room')],
  },
  {
    name: 'loan-free',
    title: 'Out of debt: a plan that holds',
    description:
      'Card dues, a car loan and something owed to an uncle: list them once and properly. We compare paying the smallest first with paying the dearest first. Everyone leaves with a date.',
    motif: 'scales',
    account: 'zoom_2',
    attendance: 'in-person',
    isPublished: true,
    day: -13,
    evening: '18:00',
    morning: '10:00',
    minutes: 120,
    inr: [999, 499],
    usd: [15, 8],
    links: [whatsapp('GtR6kWy9NfC3vLs5PjAz8E')],
  },
  {
    name: 'education',
    title: 'A college fund, age by age',
    description:
      'Fees rise faster than most savings. Set a target for a child of three, eight and fourteen, and see how the mix of equity and debt should change. Includes education loans and their tax relief.',
    motif: 'seedling',
    account: 'zoom_4',
    attendance: 'virtual',
    isPublished: false,
    day: -17,
    evening: '19:30',
    morning: '11:30',
    minutes: 75,
    inr: [1_499, 899],
    usd: [22, 14],
    links: [telegram('greenroom_college_fund')],
  },
  {
    name: 'budget',
    title: 'The Union Budget, page by page',
    description:
      'Headlines tell you what changed for somebody else. We read the Finance Bill with a highlighter and note what it means for salaries, shares and small businesses. Questions all through.',
    motif: 'bank',
    account: 'zoom_1',
    attendance: 'hybrid',
    isPublished: true,
    isAttachedToSuperclass: true,
    day: -24,
    evening: '20:00',
    morning: '10:30',
    minutes: 105,
    inr: [1_499, 749],
    usd: [22, 12],
    links: [telegram('greenroom_budget_desk'), whatsapp('GtR1cGx5TmY8oHb4KqRn7U')],
  },
  {
    name: 'property-trusts',
    title: 'Rent without a tenant: REITs, InvITs',
    description:
      'Own a slice of an office tower or a highway and be paid for it. Understand distributions, their tax and the debt behind them. We compare the listed trusts on five numbers.',
    motif: 'tiles',
    account: 'zoom_4',
    attendance: 'virtual',
    isPublished: true,
    day: -41,
    evening: '19:00',
    morning: '11:00',
    minutes: 90,
    inr: [1_999, 1_199],
    usd: [29, 18],
    links: [discord('gr-property-trusts')],
  },
  {
    name: 'side-income',
    title: 'Side income: what to declare',
    description:
      'Tuitions, reels, rent from the spare room: all of it is income. Sort yours into the right head, find the expenses you may deduct and avoid the letter that nobody wants.',
    motif: 'slices',
    account: 'zoom_1',
    attendance: 'virtual',
    isPublished: false,
    day: -52,
    evening: '18:30',
    morning: '10:00',
    minutes: 60,
    inr: [999, 599],
    usd: [15, 9],
    links: [whatsapp('GtR4yPa2ZdJ7rTw6BvMx9S')],
  },
  {
    name: 'dividends',
    title: 'Dividends you can live with',
    description:
      'A high yield is often a falling price in disguise. Look at payout ratios, free cash flow and how dividends are taxed in your hands. Build a list of ten companies to follow.',
    motif: 'coins',
    account: 'zoom_1',
    attendance: 'virtual',
    isPublished: true,
    day: -73,
    evening: '19:30',
    morning: '10:30',
    minutes: 90,
    inr: [1_499, 999],
    usd: [22, 15],
    links: [telegram('greenroom_dividends')],
  },
  {
    name: 'crypto-tax',
    title: 'Crypto gains and the tax on them',
    description:
      'Every swap counts, losses do not offset and tax is deducted before you see the money. Learn to keep a ledger that survives a question from the department. We take no view on prices.',
    motif: 'rings',
    account: 'zoom_2',
    attendance: 'hybrid',
    isPublished: true,
    day: -96,
    evening: '20:30',
    morning: '11:30',
    minutes: 75,
    inr: [1_299, 899],
    usd: [19, 13],
    links: [discord('gr-ledger-room'), telegram('greenroom_crypto_tax')],
  },
]

/** The banners to draw. */
const masterclassPictures: PictureOrder[] = masterclasses.flatMap(({ name, motif }) =>
  motif ? [{ name: nameOf(name), motif }] : [],
)

/** The sessions that need a meeting, relative to `now`. */
export function publishedMasterclasses(now: Date): PublishedSession[] {
  return masterclasses
    .filter((sample) => sample.isPublished)
    .map((sample) => {
      const { name, account, title } = sample
      return { name: nameOf(name), account, title, ...classSpan(now, sample) }
    })
}

/** Adds the masterclasses with their banners, and the meetings of the published ones. */
async function addMasterclasses(context: SampleContext): Promise<SampleCounts> {
  const { db, now, creators, masterclassIds, keepPicture } = context
  for (const [index, sample] of masterclasses.entries()) {
    const creator = creators[(index * 5) % creators.length]
    if (!creator) throw new TypeError('Masterclasses need creators.')
    const id = newId()
    const { start, end } = classSpan(now, sample)
    // Announced about four weeks ahead, and always before now.
    const announced = Math.min(sample.day - 28, -6) - (index % 4)
    await insertMasterclass(db, {
      id,
      now: kolkataTime(now, announced, '12:15'),
      values: {
        title: sample.title,
        description: sample.description,
        banner_key: sample.motif ? await keepPicture(nameOf(sample.name), id) : null,
        start_time: start,
        end_time: end,
        creator_id: creator.id,
        zoom_hub_name: sample.account,
        attendance_type: sample.attendance,
        // Halls in Bengaluru.
        venue_state: sample.attendance === 'virtual' ? null : '29',
        is_attach_to_superclass: sample.isAttachedToSuperclass ?? false,
        original_price_usd: sample.usd[0] * 100,
        current_price_usd: sample.usd[1] * 100,
        original_price_inr: sample.inr[0] * 100,
        current_price_inr: sample.inr[1] * 100,
        links: sample.links,
      },
    })
    if (sample.isPublished) {
      await updateMasterclass(db, id, { is_active: true, now: kolkataTime(now, announced + 2, '15:40') })
      await addMeeting(context, { name: nameOf(sample.name), ownerId: id, kind: 'masterclass' })
    }
    masterclassIds.set(sample.name, id)
  }
  return { masterclasses: masterclasses.length }
}

export const masterclassSample: SampleSection = { pictures: masterclassPictures, add: addMasterclasses }

function nameOf(name: string): string {
  return `masterclass/${name}`
}
