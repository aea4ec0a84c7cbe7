import * as z from 'zod/mini'
import { characterCount, directionTurns, optionalText, requiredText } from '../../field.ts'
import { VenuePlace } from '../../gst-state.ts'
import { Price, Prices, Sale } from '../../money.ts'

export const paymentPageMessages = {
  bannerRequired: 'Please upload a banner image',
  titleRequired: 'Title is required',
  titleTooLong: 'Title should not exceed 100 characters',
  leadTrackingId: 'Leadsquared activity ID should be a number.',
} as const

export const paymentPageTitle = { shortest: 2, longest: 100 } as const

const title = requiredText(paymentPageMessages.titleRequired, {
  max: paymentPageTitle.longest,
  message: paymentPageMessages.titleTooLong,
}).check(
  z.refine((text) => characterCount(text.trim().replace(directionTurns, '')) >= paymentPageTitle.shortest, {
    error: paymentPageMessages.titleRequired,
  }),
)

/** A lead-tracking activity ID: digits, or empty (PAY-09, OQ-104). */
const leadTrackingId = z
  .string({ error: paymentPageMessages.leadTrackingId })
  .check(
    z.regex(/^\d*$/, paymentPageMessages.leadTrackingId),
    z.maxLength(20, paymentPageMessages.leadTrackingId),
  )

export const LeadTracking = z.object({
  add_to_cart: z.optional(leadTrackingId),
  purchase: z.optional(leadTrackingId),
})

/** The fields of a custom payment page, each with its rule and its messages. */
export const paymentPageFields = {
  title,
  description: optionalText(),
  is_active: z.boolean(),
  prices: Prices,
  /** Where the seat is that the page sells: its place of supply. Null if it sells none. */
  venue_state: z.nullable(VenuePlace),
  /** URL returned by the upload endpoint. */
  banner: requiredText(paymentPageMessages.bannerRequired, {
    max: 300,
    message: paymentPageMessages.bannerRequired,
  }),
  lsq: LeadTracking,
} as const

export const PaymentPage = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  is_active: z.boolean(),
  banner: z.string(),
  prices: z.array(Price),
  /** GST code of the State in which the seat is that it sells, 96 abroad; null if it sells none. */
  venue_state: z.nullable(VenuePlace),
  meta: z.object({ lsq: z.object({ add_to_cart: z.string(), purchase: z.string() }) }),
  created_at: z.string(),
  version: z.int(),
})
export type PaymentPage = z.output<typeof PaymentPage>

/** A payment page in the list, with what it has sold. */
export const ListedPaymentPage = z.extend(PaymentPage, {
  /** Completed orders, per currency; empty without any. Their amounts include GST. */
  sales: z.array(Sale),
})
export type ListedPaymentPage = z.output<typeof ListedPaymentPage>

/**
 * Returns what a buyer pays: the entered price plus GST in whole minor units, rounded half up (OQ-105).
 * @param percent with at most two decimals
 */
export function priceWithGst(minor: number, percent: number): number {
  return Math.floor((minor * (10_000 + Math.round(percent * 100)) + 5_000) / 10_000)
}
