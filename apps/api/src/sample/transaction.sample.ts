import type { CurrencyCode } from '@greenroom/contract/money'
import { priceWithGst } from '@greenroom/contract/money/payment-page/payment-page.schema'
import {
  type TransactionType,
  transactionTypes,
} from '@greenroom/contract/money/transaction/transaction-kinds'
import { gstinCheckCharacter } from '../modules/money/document/gstin.ts'
import { newId } from '../platform/database/record-id.ts'
import { redeemCoupons } from './redeemed-coupons.ts'
import {
  insertRefunds,
  insertTransactionNotes,
  insertTransactions,
  paidEvents,
  publishedMasterclasses,
  type SampleRefund,
  type SampleTransaction,
  type SampleUser,
} from './sample.repository.ts'
import type { SampleContext, SampleCounts, SampleSection } from './sample-context.ts'
import { createDraws, type Draws } from './sample-draws.ts'
import { kolkataTime } from './sample-time.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
/** How far back transactions go, in days. */
const reach = 120

/** Something that was sold, and when. */
interface Offer {
  entityType: TransactionType
  entityId: string
  title: string
  startTime: Date | null
  /** What a buyer pays, in minor units. */
  prices: Partial<Record<CurrencyCode, number>>
  from: Date
  until: Date
  joinUrl: string | null
  /** How many orders there are. */
  orders: number
}

interface Buyer {
  user: SampleUser
  currency: CurrencyCode
  billing: Pick<
    SampleTransaction,
    'billing_name' | 'billing_address' | 'billing_state' | 'billing_country' | 'gstin'
  >
}

interface Home {
  currency: CurrencyCode
  address: string | null
  state: string | null
  country: string | null
}

/**
 * Homes of buyers in turn. Buyers abroad pay in dollars. Every eleventh has no address, and another one a State that
 * is none.
 */
const homes: readonly [Home, ...Home[]] = [
  { currency: 'INR', address: '14 Prabhat Road, Pune 411004', state: 'Maharashtra', country: 'IN' },
  {
    currency: 'INR',
    address: '9 12th Main, Indiranagar, Bengaluru 560038',
    state: 'Karnataka',
    country: 'IN',
  },
  { currency: 'USD', address: '2210 Castro Street, Mountain View, CA 94040', state: 'CA', country: 'US' },
  { currency: 'INR', address: '3 C G Road, Ahmedabad 380009', state: 'Gujarat', country: 'IN' },
  { currency: 'INR', address: '27 Cathedral Road, Chennai 600086', state: 'TN', country: 'IN' },
  { currency: 'INR', address: null, state: null, country: null },
  { currency: 'USD', address: '8 Tanjong Pagar Road, Singapore 088444', state: null, country: 'SG' },
  { currency: 'INR', address: '41 Southern Avenue, Kolkata 700029', state: 'West Bengal', country: 'IN' },
  { currency: 'INR', address: '6 Panampilly Nagar, Kochi 682036', state: 'Keralam', country: 'IN' },
  { currency: 'INR', address: 'Sector 62, Noida', state: 'Delhi NCR', country: 'IN' },
  { currency: 'USD', address: 'Al Wasl Road, Dubai', state: null, country: 'AE' },
]

const statuses = [
  ['completed', 73],
  ['pending', 12],
  ['refunded', 10],
  ['failed', 5],
] as const

type Traffic = Pick<SampleTransaction, 'source' | 'medium' | 'campaign'>
const traffic = (source: string | null, medium: string | null, campaign: string | null): Traffic => ({
  source,
  medium,
  campaign,
})
const traffics: (readonly [Traffic, number])[] = [
  [traffic('meta', 'paid_social', 'reels-tax-tips'), 16],
  [traffic('meta', 'paid_social', 'lookalike-metro'), 12],
  [traffic('meta', 'story', null), 8],
  [traffic('google', 'cpc', 'brand-search'), 13],
  [traffic('google', 'cpc', 'sip-beginners'), 9],
  [traffic('google', 'display', 'retargeting'), 4],
  [traffic('organic', 'whatsapp', 'friends-of-friends'), 8],
  [traffic('organic', null, null), 13],
  [traffic(null, null, null), 17],
]

const paymentMethods = ['upi', 'card', 'upi', 'netbanking', 'wallet'] as const

const staff = ['meera.nair@greenroom.example', 'arjun.mehta@greenroom.example'] as const

/**
 * Adds purchases of the last 120 days, more of them recent, so that the last seven days have some of each type.
 * Amounts are the prices of what was bought, less a coupon. Refunded ones have a processed refund, and a few completed ones a
 * refused one.
 */
async function addTransactions(context: SampleContext): Promise<SampleCounts> {
  const { db, now } = context
  const draws = createDraws(2_026)
  const buyers = buyersOf(context.users)
  const offers = [
    ...(await masterclassOffers(context)),
    ...membershipOffers(context),
    ...(await eventOffers(context)),
    ...paymentPageOffers(context),
  ]
  const sold = transactionTypes
    .map((type) => offers.filter((offer) => offer.entityType === type))
    .flatMap((ofType) => transactionsOf(ofType, buyers, draws, now))
    .sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
  const transactions = redeemCoupons(sold, context.coupons)
  const refunds = refundsOf(transactions, draws, now)
  const settled = new Map(refunds.map((refund) => [refund.transaction_id, refund.settled_at]))
  await insertTransactions(
    db,
    transactions.map((one) => ({ ...one, updated_at: settled.get(one.id) ?? one.updated_at })),
  )
  await insertRefunds(db, refunds)
  await insertTransactionNotes(db, notesOf(transactions, refunds, now))
  return { transactions: transactions.length }
}

export const transactionSample: SampleSection = { add: addTransactions }

function transactionsOf(offers: Offer[], buyers: Buyer[], draws: Draws, now: Date): SampleTransaction[] {
  const count = offers.reduce((sum, offer) => sum + offer.orders, 0)
  const ofStatus = draws.mixed(count, statuses)
  const ofTraffic = draws.mixed(count, traffics)
  const ofCurrency = draws.mixed<CurrencyCode>(count, [
    ['INR', 4],
    ['USD', 1],
  ])
  return offers.flatMap((offer) => {
    const served = new Set<Buyer>()
    return Array.from({ length: offer.orders }, (_, place) => {
      const wanted = ofCurrency.pop() ?? 'INR'
      const currency = offer.prices[wanted] === undefined ? otherThan(wanted) : wanted
      const created = momentOf(offer, (place + draws.fraction()) / offer.orders)
      const buyer = buyerOf(buyers, { currency, created, served }, draws)
      served.add(buyer)
      const drawn = ofStatus.pop() ?? 'completed'
      // Nobody asks for a refund within minutes.
      const isNew = now.getTime() - created.getTime() < 3 * hour
      const status = drawn === 'refunded' && isNew ? 'completed' : drawn
      const isPaid = status === 'completed' || status === 'refunded'
      const decided = earlier(new Date(created.getTime() + 2 * minute), now)
      const { id, first_name, last_name, phone, email } = buyer.user
      return {
        id: newId(),
        reference_order_id: `order_${draws.letters(14)}`,
        payment_id: status === 'pending' ? null : `pay_${draws.letters(14)}`,
        status,
        amount: offer.prices[currency] ?? 0,
        currency_code: currency,
        created_at: created,
        updated_at: status === 'pending' ? created : decided,
        completed_at: isPaid ? decided : null,
        entity_type: offer.entityType,
        entity_id: offer.entityId,
        entity_title: offer.title,
        entity_start_time: offer.startTime,
        user_id: id,
        user_first_name: first_name,
        user_last_name: last_name,
        user_phone: phone,
        user_email: email,
        ...(ofTraffic.pop() ?? traffic(null, null, null)),
        zoom_join_url: isPaid ? offer.joinUrl : null,
        payment_method: isPaid ? (paymentMethods[place % paymentMethods.length] ?? null) : null,
        ...buyer.billing,
      }
    })
  })
}

const noteTexts = [
  'Asked by phone for the joining link. Sent it again by e-mail.',
  'Wants the invoice in the name of the company. Waiting for the GST number.',
  'Paid from a family member’s account; both confirmed it by e-mail.',
]

/** Notes of staff about some recent paid orders, and about the refunds that the gateway refused. */
function notesOf(transactions: SampleTransaction[], refunds: SampleRefund[], now: Date) {
  const note = (transaction_id: string, text: string, written_by: string, at: Date) => ({
    id: newId(),
    transaction_id,
    text,
    written_by,
    written_at: earlier(at, now),
  })
  const ofOrders = transactions
    .filter(({ status }) => status === 'completed')
    .slice(-60)
    .filter((_, index) => index % 10 === 9)
    .map(({ id, created_at }, index) =>
      note(
        id,
        noteTexts[index % noteTexts.length] ?? '',
        staff[index % staff.length] ?? staff[0],
        new Date(created_at.getTime() + 40 * minute),
      ),
    )
  const ofRefusals = refunds
    .filter(({ state }) => state === 'failed')
    .map(({ transaction_id, requested_by, settled_at }) =>
      note(
        transaction_id,
        'Told the buyer that the refund will be requested again on Monday.',
        requested_by,
        new Date((settled_at as Date).getTime() + 15 * minute),
      ),
    )
  return [...ofOrders, ...ofRefusals]
}

/** A processed refund for each refunded one, and a refused one for a few completed ones. */
function refundsOf(transactions: SampleTransaction[], draws: Draws, now: Date): SampleRefund[] {
  const refunds = transactions
    .filter((transaction) => transaction.status === 'refunded')
    .map((transaction) => refundOf(transaction, draws, now))
  const refused = transactions
    .filter(
      ({ status, created_at }) => status === 'completed' && now.getTime() - created_at.getTime() > 9 * day,
    )
    .filter((_, index) => index % 90 === 45)
    .map((transaction) => ({
      ...refundOf(transaction, draws, now),
      state: 'failed' as const,
      gateway_refund_id: null,
      reason: 'Your account does not have enough balance to carry out the refund.',
    }))
  return [...refunds, ...refused]
}

function refundOf(transaction: SampleTransaction, draws: Draws, now: Date): SampleRefund {
  const id = newId()
  const { created_at: created, amount, currency_code } = transaction
  const age = now.getTime() - created.getTime()
  const requested = new Date(created.getTime() + Math.min(age / 2, (0.2 + draws.fraction()) * 4 * day))
  const settled = earlier(new Date(requested.getTime() + 2 * minute), now)
  return {
    id,
    transaction_id: transaction.id,
    idempotency_key: `greenroom-refund-${id}`,
    state: 'processed',
    amount,
    currency_code,
    gateway_refund_id: `rfnd_${draws.letters(14)}`,
    reason: null,
    attempts: 1,
    requested_by: draws.pick(staff),
    requested_at: requested,
    settled_at: settled,
    updated_at: settled,
  }
}

/** The time of an order: `part` is 0 for the newest of an offer and 1 for the oldest; most are recent. */
function momentOf({ from, until }: Offer, part: number): Date {
  const moment = new Date(Math.floor(until.getTime() - (until.getTime() - from.getTime()) * part ** 1.7))
  // Within waking hours, unless that is in the future.
  const passed = (moment.getTime() - kolkataTime(moment, 0, '00:00').getTime()) / day
  const awake = new Date(Math.floor(kolkataTime(moment, 0, '08:00').getTime() + passed * 15.5 * hour))
  return awake >= from && awake < until ? awake : moment
}

/** A user who had joined, pays in the currency and, if possible, has not bought this before. */
function buyerOf(
  buyers: Buyer[],
  { currency, created, served }: { currency: CurrencyCode; created: Date; served: Set<Buyer> },
  draws: Draws,
): Buyer {
  const able = buyers.filter((buyer) => buyer.currency === currency && buyer.user.created_at < created)
  const fresh = able.filter((buyer) => !served.has(buyer))
  return draws.pick(fresh.length > 0 ? fresh : able)
}

function buyersOf(users: SampleUser[]): Buyer[] {
  return users.map((user, index) => {
    const { currency, address, state, country } = homes[index % homes.length] ?? homes[0]
    // The family businesses in Gujarat, State 24, have a GSTIN.
    const isBusiness = state === 'Gujarat'
    const name = `${user.first_name} ${user.last_name}`
    return {
      user,
      currency,
      billing: {
        billing_name: isBusiness ? `${user.last_name} & Sons` : name,
        billing_address: address,
        billing_state: state,
        billing_country: country,
        gstin: isBusiness ? gstinOf(user, index) : null,
      },
    }
  })
}

/** A GSTIN of the right form: a partnership firm (F) in Gujarat. */
function gstinOf(user: SampleUser, index: number): string {
  const letters = `${user.first_name}${user.last_name}`.toUpperCase().replace(/[^A-Z]/g, '')
  const initial = user.last_name
    .toUpperCase()
    .replace(/[^A-Z]/g, '')
    .charAt(0)
  const first14 = `24${letters.padEnd(3, 'A').slice(0, 3)}F${initial || 'A'}${String(1000 + index)}K1Z`
  return first14 + gstinCheckCharacter(first14)
}

async function masterclassOffers({ db, now }: SampleContext): Promise<Offer[]> {
  const masterclasses = await publishedMasterclasses(db)
  return masterclasses.map((row, index) => ({
    entityType: 'masterclass',
    entityId: row.id,
    title: row.title,
    startTime: row.start_time,
    prices: { INR: row.current_price_inr, USD: row.current_price_usd },
    // Unchanged since it was published.
    ...saleOf({ from: row.updated_at, until: row.start_time, now }),
    joinUrl: row.join_url,
    orders: 9 + ((index * 7) % 6),
  }))
}

function membershipOffers({ memberships, now }: SampleContext): Offer[] {
  return memberships.map((row) => ({
    entityType: 'membership',
    entityId: row.id,
    title: row.name,
    startTime: null,
    prices: { [row.currency_code]: row.current_price },
    ...saleOf({ from: row.created_at, until: now, now }),
    joinUrl: null,
    orders: row.currency_code === 'INR' ? 23 : 11,
  }))
}

async function eventOffers({ db, now }: SampleContext): Promise<Offer[]> {
  const oldest = new Date(now.getTime() - (reach - 5) * day)
  const rows = (await paidEvents(db)).filter((row) => row.start_time > oldest)
  return rows.map((row) => {
    const opened = new Date(Math.min(row.start_time.getTime() - 35 * day, now.getTime() - 12 * day))
    return {
      entityType: 'events',
      entityId: row.id,
      title: row.title,
      startTime: row.start_time,
      prices: Object.fromEntries(row.prices.map((price) => [price.currency_code, price.current_price])),
      ...saleOf({ from: opened, until: row.start_time, now }),
      joinUrl: row.event_type === 'ONLINE' ? row.join_url : null,
      orders: Math.ceil(140 / rows.length),
    }
  })
}

function paymentPageOffers({ paymentPages, now }: SampleContext): Offer[] {
  return paymentPages.map((row) => ({
    entityType: 'custom',
    entityId: row.id,
    title: row.title,
    startTime: null,
    prices: { INR: priceWithGst(row.current_price_inr, 18), USD: priceWithGst(row.current_price_usd, 18) },
    ...saleOf({ from: row.created_at, until: row.is_active ? now : row.updated_at, now }),
    joinUrl: null,
    orders: 11,
  }))
}

/** When something could be bought, within the sample's days. */
function saleOf({ from, until, now }: { from: Date; until: Date; now: Date }): { from: Date; until: Date } {
  const first = new Date(now.getTime() - reach * day)
  return { from: from > first ? from : first, until: earlier(until, new Date(now.getTime() - 4 * minute)) }
}

function otherThan(currency: CurrencyCode): CurrencyCode {
  return currency === 'INR' ? 'USD' : 'INR'
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other
}
