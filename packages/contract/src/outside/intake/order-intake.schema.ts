import * as z from 'zod/mini'
import { SentConsents } from '../../consent.ts'
import { countryCodes } from '../../country.ts'
import { isBlank, isRecordId, reference, requiredText } from '../../field.ts'
import { changedAt, externalId, intakeClockSkew, recordTime } from '../../intake-batch.ts'
import { transactionTypes } from '../../money/transaction/transaction-kinds.ts'
import { amount, CurrencyCode } from '../../money.ts'
import { contactFields } from './user-intake.schema.ts'

/** The states of an order that other systems send. It only moves to the right; failed ones may still be completed. */
export const sentOrderStatuses = ['pending', 'failed', 'completed', 'refunded'] as const
export type SentOrderStatus = (typeof sentOrderStatuses)[number]

export const orderIntakeMessages = {
  status: `Choose one of ${sentOrderStatuses.join(', ')}`,
  amount: 'Enter a whole number of paise or cents',
  createdAt: 'Enter when the order was placed',
  completedAt: 'Enter when the money arrived',
  completedBeforeOrder: "The money can't arrive before the order is placed. See created_at",
  completedBeforeGst: 'GST began on 1 July 2017. Send the outside_document of an order that was paid before',
  buyer: 'Enter the external_id of the buyer, or first_name and email or phone',
  unknownBuyer: 'This person was not sent before. Send first_name and email or phone as well',
  entity: 'Enter the id of what was bought',
  unknownEntity: 'This record does not exist. Send entity_title for one that is gone',
  paid: "This order is paid, so this can't change",
  otherPayment: 'This order has another payment',
  paymentTaken: 'This payment belongs to another order',
  gatewayOrderTaken: 'This order of the gateway belongs to another order',
  invoiced: 'Greenroom has issued the invoice of this order',
  blank: 'Enter a text, or leave this out',
  otherDocument: 'This order has another document',
  country: 'Enter a country code such as IN',
  sez: 'Send true or false',
  attendance: 'Choose one of in-person, online',
  ownGstin: "This is the supplier's GSTIN. Send the buyer's, or leave it out",
} as const

/** The first moment with GST: no invoice of Greenroom can be older. */
const gstBegan = Date.parse('2017-07-01T00:00:00+05:30')

const shortText = (max: number) =>
  z.string().check(
    z.refine((text) => !isBlank(text), { error: orderIntakeMessages.blank }),
    z.maxLength(max, `Should not exceed ${max} characters`),
  )

/** The buyer: a person by external id, or somebody without an account. */
const Buyer = z
  .object({
    external_id: z.optional(externalId()),
    first_name: z.optional(contactFields.first_name),
    last_name: z.optional(contactFields.last_name),
    email: z.optional(contactFields.email),
    phone: z.optional(contactFields.phone),
  })
  .check(
    z.refine(
      (user) => user.external_id !== undefined || (!!user.first_name && !!(user.email || user.phone)),
      {
        error: orderIntakeMessages.buyer,
      },
    ),
  )

interface SentArrival {
  status: SentOrderStatus
  created_at: string
  completed_at?: string | undefined
  outside_document?: string | undefined
}

/** Returns why `completed_at` is refused; null if it may be stored. It is ignored until the order is paid. */
function refusalOfArrival({
  status,
  created_at,
  completed_at,
  outside_document,
}: SentArrival): string | null {
  if (status !== 'completed' && status !== 'refunded') return null
  if (completed_at === undefined) return orderIntakeMessages.completedAt
  const arrived = Date.parse(completed_at)
  // The time of the payment may come from the gateway, whose clock may be behind the sender's.
  if (arrived < Date.parse(created_at) - intakeClockSkew) return orderIntakeMessages.completedBeforeOrder
  if (arrived < gstBegan && outside_document === undefined) return orderIntakeMessages.completedBeforeGst
  return null
}

/** An order with its state. It is the whole order; `external_id` is its reference. */
export const OrderRecord = z
  .object({
    external_id: externalId(),
    user: Buyer,
    entity_type: z.enum(transactionTypes),
    entity_id: reference(orderIntakeMessages.entity).check(
      z.refine(isRecordId, { error: orderIntakeMessages.entity }),
    ),
    /** Title and start are kept with the order. Without them they are those of the record at this time. */
    entity_title: z.optional(
      requiredText('Enter a title', { max: 500, message: 'Should not exceed 500 characters' }),
    ),
    entity_start_time: z.optional(recordTime('Enter a start')),
    /** How the buyer takes part in a hybrid masterclass, or in what a payment page sells. */
    attendance: z.optional(z.enum(['in-person', 'online'], { error: orderIntakeMessages.attendance })),
    /** What the buyer pays, in minor units. */
    amount: amount(orderIntakeMessages.amount),
    currency_code: CurrencyCode,
    status: z.enum(sentOrderStatuses, { error: orderIntakeMessages.status }),
    created_at: recordTime(orderIntakeMessages.createdAt),
    /** When the money arrived; needed if the status is completed or refunded. */
    completed_at: z.optional(recordTime(orderIntakeMessages.completedAt)),
    /** The gateway's payment, without which the order cannot be refunded here. */
    payment_id: z.optional(externalId('Enter the id of the payment')),
    gateway_order_id: z.optional(externalId("Enter the id of the gateway's order")),
    /** As the gateway names it: card, upi, netbanking, wallet. */
    payment_method: z.optional(shortText(40)),
    coupon_code: z.optional(shortText(100)),
    /** What the coupon took off the price, in minor units; `amount` is without it. */
    discount_amount: z.optional(amount(orderIntakeMessages.amount)),
    billing: z.optional(
      z.object({
        name: z.optional(shortText(200)),
        address: z.optional(shortText(1_000)),
        /** Name or GST code. */
        state: z.optional(shortText(100)),
        /** ISO 3166-1 alpha-2, such as IN. */
        country: z.optional(
          z.string({ error: orderIntakeMessages.country }).check(
            z.trim(),
            z.toUpperCase(),
            z.refine((code) => countryCodes.includes(code), { error: orderIntakeMessages.country }),
          ),
        ),
      }),
    ),
    gstin: z.optional(shortText(40)),
    /** Whether the GSTIN is that of a unit or developer of a Special Economic Zone. */
    is_sez: z.optional(z.boolean({ error: orderIntakeMessages.sez })),
    source: z.optional(shortText(200)),
    medium: z.optional(shortText(200)),
    campaign: z.optional(shortText(200)),
    zoom_join_url: z.optional(shortText(2_000)),
    /** The number of an invoice that another system issued. Greenroom then issues none. */
    outside_document: z.optional(shortText(100)),
    consents: SentConsents,
    changed_at: changedAt(),
  })
  .check(
    z.check((context) => {
      const message = refusalOfArrival(context.value)
      if (message === null) return
      context.issues.push({ code: 'custom', input: context.value, path: ['completed_at'], message })
    }),
  )
export type OrderRecord = z.output<typeof OrderRecord>
