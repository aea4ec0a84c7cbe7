import { VenuePlace, venuePlaceName } from '@greenroom/contract/gst-state'
import type {
  NewPaymentPage,
  PaymentPageChanges,
} from '@greenroom/contract/money/payment-page/payment-page.endpoints'
import {
  LeadTracking,
  PaymentPage,
  paymentPageFields,
} from '@greenroom/contract/money/payment-page/payment-page.schema'
import { schemaResolver } from '@mantine/form'
import * as z from 'zod/mini'
import { StoredImage } from '../../../shared/field/image-field/image-field.tsx'
import { priceLabels } from '../../../shared/record/record-form/money-label.ts'
import {
  emptyPrices,
  PriceValues,
  priceFieldAt,
  priceRules,
  pricesOf,
  priceValuesOf,
} from '../../../shared/record/record-form/price-values.ts'
import type { RecordForm } from '../../../shared/record/record-form/record-form.ts'
import { paymentPageFormMessages as messages } from './payment-page-messages.ts'

/** The form values; an amount is null while it is empty. */
export const PaymentPageValues = z.object({
  /** The stored URL, the marker of a picked file, or empty. */
  banner: z.string(),
  title: z.string(),
  description: z.string(),
  ...PriceValues.shape,
  venue_state: z.nullable(VenuePlace),
  add_to_cart: z.string(),
  purchase: z.string(),
  is_active: z.boolean(),
})
export type PaymentPageValues = z.output<typeof PaymentPageValues>

const emptyPaymentPage: PaymentPageValues = {
  banner: '',
  title: '',
  description: '',
  ...emptyPrices,
  venue_state: null,
  add_to_cart: '',
  purchase: '',
  is_active: true,
}

const fieldNames = Object.keys(emptyPaymentPage) as (keyof PaymentPageValues)[]

const { banner, title, description, is_active, venue_state } = paymentPageFields
const paymentPageErrors = schemaResolver(
  z.object({ banner, title, description, is_active, venue_state, ...priceRules, ...LeadTracking.shape }),
  { sync: true },
)

/** @param bannerUrl URL returned by the upload of the banner */
export function newPaymentPageOf(values: PaymentPageValues, bannerUrl: string): NewPaymentPage {
  return {
    title: values.title,
    description: values.description,
    is_active: values.is_active,
    prices: pricesOf(values),
    venue_state: values.venue_state,
    banner: bannerUrl,
    lsq: { add_to_cart: values.add_to_cart, purchase: values.purchase },
  }
}

/**
 * Returns the body of an edit. Prices are sent as one list, so one changed price sends all of them.
 * @param changes the changed fields; a banner is the URL returned by its upload
 * @param all all fields with the changes applied
 */
export function paymentPageChangesOf(
  changes: Partial<PaymentPageValues>,
  all: PaymentPageValues,
): PaymentPageChanges {
  const { title, description, is_active, banner, venue_state, add_to_cart, purchase } = changes
  const changesPrice = Object.keys(changes).some((field) => field.includes('_price_'))
  const changesIds = add_to_cart !== undefined || purchase !== undefined
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(is_active === undefined ? {} : { is_active }),
    ...(banner === undefined ? {} : { banner }),
    ...(venue_state === undefined ? {} : { venue_state }),
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

// Paths are, for example, title, prices.0.current_price, lsq.purchase and file.
function formFieldOf(path: string): keyof PaymentPageValues | undefined {
  const [field, place, member] = path.split('.')
  if (field === 'file') return 'banner'
  if (field === 'prices') return priceFieldAt(place, member)
  const name = field === 'lsq' || field === 'meta' ? path.split('.').at(-1) : field
  return fieldNames.find((known) => known === name)
}

/** The form of a payment page (PAY-04 to PAY-10). */
export const paymentPageForm: RecordForm<PaymentPageValues, PaymentPage, PaymentPageValues> = {
  name: 'payment-page',
  record: PaymentPage,
  values: PaymentPageValues,
  empty: () => emptyPaymentPage,
  valuesOf: (page) =>
    z.parse(PaymentPageValues, { ...page, ...page.meta.lsq, ...priceValuesOf(page.prices) }),
  editedOf: (values) => values,
  errors: paymentPageErrors,
  fieldOf: formFieldOf,
  labels: {
    banner: {
      label: messages.banner,
      show: (url: string) => <StoredImage url={url} alt="The stored banner" />,
    },
    title: { label: messages.title },
    description: { label: messages.description },
    ...priceLabels,
    venue_state: { label: messages.venue, show: (code: string) => venuePlaceName(code) ?? code },
    add_to_cart: { label: messages.addToCart },
    purchase: { label: messages.purchase },
    is_active: { label: messages.active },
  },
}
