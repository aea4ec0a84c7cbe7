import type { QueryOf } from '@greenroom/contract/endpoint'
import type { CurrencyCode } from '@greenroom/contract/money'
import { priceWithGst } from '@greenroom/contract/money/payment-page/payment-page.schema'
import type { readPrice } from '@greenroom/contract/outside/public-read/public-read.endpoints'
import type { PricedType, PriceToPay } from '@greenroom/contract/outside/public-read/public-read.schema'
import { invalid } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { pricesOf } from '../../../platform/database/price-columns.ts'
import { quoteCoupon } from '../../money/coupon/coupon-quote.service.ts'
import { findUserId, readEvents, type Shown } from './public-read.repository.ts'
import {
  findShown,
  findShownMasterclass,
  findShownMembership,
  findShownPage,
} from './shown-record.service.ts'

/** A price in one currency. An event need not have an original price. */
interface PriceInCurrency {
  currency_code: CurrencyCode
  original_price: number | null
  current_price: number
}

/**
 * Returns what a buyer pays (OQ-421).
 * @param gstPercent what is added to the prices of payment pages
 * @throws AppError NOT_FOUND for what is not on sale, VALIDATION if it has no price in the currency
 */
export async function readPriceToPay(
  call: Call,
  query: QueryOf<typeof readPrice>,
  gstPercent: number,
): Promise<PriceToPay> {
  const { entity_type, entity_id, currency, coupon: code, user_external_id } = query
  const prices = await pricesOfType[entity_type](call, entity_id)
  const found = prices.find((one) => one.currency_code === currency)
  if (!found) throw invalid([{ path: 'currency', message: `There is no price in ${currency}` }])
  const buyerId = user_external_id === undefined ? null : await findUserId(call.db, user_external_id)
  const quote = code?.trim()
    ? await quoteCoupon(call, { code, entityId: entity_id, price: found, buyerId })
    : null
  const discount = quote?.discount ?? 0
  const price = found.current_price - discount
  const gst = entity_type === 'custom' ? priceWithGst(price, gstPercent) - price : 0
  return {
    entity_type,
    entity_id,
    currency_code: found.currency_code,
    original_price: found.original_price,
    current_price: found.current_price,
    discount,
    price,
    gst,
    total: price + gst,
    coupon: quote && {
      code: quote.code,
      is_valid: quote.refusal === null,
      refusal: quote.refusal,
      valid_till: quote.valid_till,
    },
  }
}

/** Returns the prices of what can be bought. Orders name events and webinars alike. */
const pricesOfType: Record<PricedType, (call: Call, id: string) => Promise<PriceInCurrency[]>> = {
  masterclass: async (call, id) => pricesOf(await findShownMasterclass(call, id)),
  membership: async (call, id) => [await findShownMembership(call, id)],
  custom: async (call, id) => pricesOf(await findShownPage(call, id)),
  events: async (call, id) => {
    const read = async (shown: Shown) => [
      ...(await readEvents(call.db, 'OFFLINE', shown, call.now)),
      ...(await readEvents(call.db, 'ONLINE', shown, call.now)),
    ]
    return (await findShown(id, 'event', read)).prices
  },
}
