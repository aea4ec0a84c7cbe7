import { type CurrencyCode, currencyCodes, Price } from '@greenroom/contract/money'
import type {
  NewPaymentPage,
  PaymentPageChanges,
} from '@greenroom/contract/payment-page/payment-page.endpoints'
import {
  LeadTracking,
  type PaymentPage,
  paymentPageFields,
} from '@greenroom/contract/payment-page/payment-page.schema'
import { schemaResolver } from '@mantine/form'
import * as z from 'zod/mini'

/** What the form holds, one comparable value a field; an amount is null while it is empty. */
export interface PaymentPageValues {
  /** The stored address, a mark of the picture that was picked, or nothing. */
  banner: string
  title: string
  description: string
  original_price_inr: number | null
  current_price_inr: number | null
  original_price_usd: number | null
  current_price_usd: number | null
  add_to_cart: string
  purchase: string
  is_active: boolean
}

export const emptyPaymentPage: PaymentPageValues = {
  banner: '',
  title: '',
  description: '',
  original_price_inr: null,
  current_price_inr: null,
  original_price_usd: null,
  current_price_usd: null,
  add_to_cart: '',
  purchase: '',
  is_active: true,
}

/** The fields in the order of the screen. */
export const fieldNames = Object.keys(emptyPaymentPage) as (keyof PaymentPageValues)[]

/** Gives the names of the two fields that hold the prices of a currency. */
export function priceFieldsOf(currency: CurrencyCode) {
  const ending = currency === 'INR' ? 'inr' : 'usd'
  return { original: `original_price_${ending}`, current: `current_price_${ending}` } as const
}

/** Fills the form with a stored page. */
export function valuesOf(page: PaymentPage): PaymentPageValues {
  const of = (currency: CurrencyCode) =>
    page.prices.find(({ currency_code }) => currency_code === currency) ?? null
  return {
    banner: page.banner,
    title: page.title,
    description: page.description,
    original_price_inr: of('INR')?.original_price ?? null,
    current_price_inr: of('INR')?.current_price ?? null,
    original_price_usd: of('USD')?.original_price ?? null,
    current_price_usd: of('USD')?.current_price ?? null,
    add_to_cart: page.meta.lsq.add_to_cart,
    purchase: page.meta.lsq.purchase,
    is_active: page.is_active,
  }
}

const leadTracking = LeadTracking.shape
const schema = z.object({
  banner: paymentPageFields.banner,
  title: paymentPageFields.title,
  description: paymentPageFields.description,
  original_price_inr: Price.shape.original_price,
  current_price_inr: Price.shape.current_price,
  original_price_usd: Price.shape.original_price,
  current_price_usd: Price.shape.current_price,
  add_to_cart: leadTracking.add_to_cart,
  purchase: leadTracking.purchase,
  is_active: paymentPageFields.is_active,
})

/** The words for each field that is wrong; empty when the page can be sent (PAY-06 to PAY-09). */
export const validatePaymentPage = schemaResolver(schema, { sync: true })

/** A new page as it goes out (PAY-16). @param bannerUrl the address that its upload answered */
export function newPageOf(values: PaymentPageValues, bannerUrl: string): NewPaymentPage {
  return {
    title: values.title,
    description: values.description,
    is_active: values.is_active,
    prices: pricesOf(values),
    banner: bannerUrl,
    lsq: { add_to_cart: values.add_to_cart, purchase: values.purchase },
  }
}

/**
 * The changed fields as an edit goes out. Prices travel as one list, so one changed price takes the others along.
 * @param changes the fields that were changed; a banner is the address that its upload answered
 * @param all the same fields with the unchanged ones
 */
export function changesOf(changes: Partial<PaymentPageValues>, all: PaymentPageValues): PaymentPageChanges {
  const { title, description, is_active, banner, add_to_cart, purchase } = changes
  const changesPrice = Object.keys(changes).some((field) => field.includes('_price_'))
  const changesIds = add_to_cart !== undefined || purchase !== undefined
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(is_active === undefined ? {} : { is_active }),
    ...(banner === undefined ? {} : { banner }),
    ...(changesPrice ? { prices: pricesOf(all) } : {}),
    ...(changesIds
      ? {
          lsq: {
            ...(add_to_cart === undefined ? {} : { add_to_cart }),
            ...(purchase === undefined ? {} : { purchase }),
          },
        }
      : {}),
  }
}

/**
 * Gives the field of the form that a refused path of the wire belongs to; undefined when none does.
 * @param path for instance title, prices.0.current_price, lsq.purchase, file
 */
export function formFieldOf(path: string): keyof PaymentPageValues | undefined {
  const [field, place, member] = path.split('.')
  if (field === 'file') return 'banner'
  if (field === 'prices') {
    const names = priceFieldsOf(currencyCodes[Number(place ?? 0)] ?? currencyCodes[0])
    return member === 'current_price' ? names.current : names.original
  }
  const name = field === 'lsq' || field === 'meta' ? path.split('.').at(-1) : field
  return fieldNames.find((known) => known === name)
}

function pricesOf(values: PaymentPageValues): Price[] {
  return currencyCodes.map((currency_code) => {
    const { original, current } = priceFieldsOf(currency_code)
    return {
      currency_code,
      original_price: values[original] ?? 0,
      current_price: values[current] ?? 0,
    }
  })
}
