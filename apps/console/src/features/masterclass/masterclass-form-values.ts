import type { NewMasterclass } from '@greenroom/contract/masterclass/masterclass.endpoints'
import { timesBeforeToday } from '@greenroom/contract/masterclass/masterclass.rules'
import {
  attendanceTypes,
  type CommunityLink,
  communityLinkTypes,
  type Masterclass,
  masterclassFields,
  masterclassMessages,
} from '@greenroom/contract/masterclass/masterclass.schema'
import { meetingAccounts } from '@greenroom/contract/meeting/meeting.schema'
import { type CurrencyCode, currencyCodes, Price } from '@greenroom/contract/money'
import * as z from 'zod/mini'
import { type ImageChoice, imageMark } from '../../shared/image-field/image-choice.ts'

/** A row of step 3. Its key is the row's own, so that removing one does not hand its text to the next. */
const LinkRow = z.object({
  key: z.string(),
  name: z.nullable(z.string()),
  url: z.string(),
  is_active: z.boolean(),
})
export type LinkRow = z.output<typeof LinkRow>

const nullableAmount = z.nullable(z.number())

/** What the wizard holds; null is a choice or a number that has yet to be made. Also the shape of a stored draft. */
export const MasterclassFormValues = z.object({
  title: z.string(),
  description: z.string(),
  attendance_type: z.nullable(z.enum(attendanceTypes)),
  is_attach_to_superclass: z.boolean(),
  start_time: z.nullable(z.string()),
  end_time: z.nullable(z.string()),
  creator: z.nullable(
    z.object({ _id: z.string(), first_name: z.string(), last_name: z.string(), email: z.string() }),
  ),
  zoom_hub_name: z.nullable(z.enum(meetingAccounts)),
  original_price_inr: nullableAmount,
  current_price_inr: nullableAmount,
  original_price_usd: nullableAmount,
  current_price_usd: nullableAmount,
  links: z.array(LinkRow),
})
export type MasterclassFormValues = z.output<typeof MasterclassFormValues>

/**
 * The part of the form that an edit can change (MC-24), as one comparable value a field.
 * banner is the stored address, null once it is removed, or a mark of the file that was picked.
 */
export interface EditedMasterclass {
  title: string
  description: string
  attendance_type: MasterclassFormValues['attendance_type']
  is_attach_to_superclass: boolean
  original_price_inr: number | null
  current_price_inr: number | null
  original_price_usd: number | null
  current_price_usd: number | null
  links: CommunityLink[]
  banner: string | null
}

/** The fields of the form, by the step that shows them (MC-18). */
const stepFields: readonly (readonly string[])[] = [
  [
    'title',
    'description',
    'banner',
    'attendance_type',
    'is_attach_to_superclass',
    'start_time',
    'end_time',
    'creator',
    'zoom_hub_name',
  ],
  ['original_price_inr', 'current_price_inr', 'original_price_usd', 'current_price_usd'],
  ['links'],
]

/** Gives the step, 0 to 2, that shows a field of the form; undefined when none does. */
export function stepOf(path: string): number | undefined {
  const field = path.split('.')[0] ?? ''
  const step = stepFields.findIndex((fields) => fields.includes(field))
  return step === -1 ? undefined : step
}

/** Gives the names of the two form fields that hold the prices of a currency (MC-03). */
export function priceFieldsOf(currency: CurrencyCode) {
  const ending = currency === 'INR' ? 'inr' : 'usd'
  return { original: `original_price_${ending}`, current: `current_price_${ending}` } as const
}

/** An empty form (OQ-035: not attached to the superclass). */
export function emptyValues(): MasterclassFormValues {
  return {
    title: '',
    description: '',
    attendance_type: null,
    is_attach_to_superclass: false,
    start_time: null,
    end_time: null,
    creator: null,
    zoom_hub_name: null,
    original_price_inr: null,
    current_price_inr: null,
    original_price_usd: null,
    current_price_usd: null,
    links: [],
  }
}

/** Fills the form with a stored masterclass (MC-22). */
export function valuesOf(masterclass: Masterclass): MasterclassFormValues {
  const of = (currency: CurrencyCode) =>
    masterclass.prices.find((price) => price.currency_code === currency) ?? null
  const { _id, first_name, last_name, email } = masterclass.creator_id
  return {
    title: masterclass.title,
    description: masterclass.description,
    attendance_type: masterclass.attendance_type,
    is_attach_to_superclass: masterclass.is_attach_to_superclass,
    start_time: masterclass.start_time,
    end_time: masterclass.end_time,
    creator: { _id, first_name, last_name, email },
    zoom_hub_name: meetingAccounts.find((account) => account === masterclass.zoom_hub_name) ?? null,
    original_price_inr: of('INR')?.original_price ?? null,
    current_price_inr: of('INR')?.current_price ?? null,
    original_price_usd: of('USD')?.original_price ?? null,
    current_price_usd: of('USD')?.current_price ?? null,
    links: masterclass.links.map((link) => ({ key: newRowKey(), ...link })),
  }
}

let rows = 0

/** Gives a key that no other row of this page's life has. */
export function newRowKey(): string {
  rows += 1
  return `row-${Date.now()}-${rows}`
}

/** A row that has yet to be filled; new links are active (OQ-031). */
export function newLinkRow(): LinkRow {
  return { key: newRowKey(), name: null, url: '', is_active: true }
}

/** The types that a link can be, and stored ones that are not listed (LIM-07, OQ-031). */
export function linkTypeChoices(stored: readonly string[]): string[] {
  return [...new Set([...communityLinkTypes, ...stored])]
}

/**
 * The rules of the form: the contract's fields, with "minimum today" against the business day (MC-32, MC-33, OQ-041).
 * Start and end are not compared (MC-34). An edit shows no times, creator and meeting account, so it judges none (MC-24).
 * @param startOfToday returns when the business day began; called at each check
 */
export function formSchema(mode: 'create' | 'edit', startOfToday: () => Date) {
  const notBeforeToday = (field: 'start_time' | 'end_time') =>
    z.check<string>((context) => {
      for (const { message } of timesBeforeToday({ [field]: context.value }, startOfToday())) {
        context.issues.push({ code: 'custom', input: context.value, message })
      }
    })
  const common = {
    title: masterclassFields.title,
    description: masterclassFields.description,
    attendance_type: masterclassFields.attendance_type,
    original_price_inr: Price.shape.original_price,
    current_price_inr: Price.shape.current_price,
    original_price_usd: Price.shape.original_price,
    current_price_usd: Price.shape.current_price,
    links: masterclassFields.links,
  }
  if (mode === 'edit') return z.object(common)
  return z.object({
    ...common,
    start_time: masterclassFields.start_time.check(notBeforeToday('start_time')),
    end_time: masterclassFields.end_time.check(notBeforeToday('end_time')),
    creator: z.object({ _id: masterclassFields.creator_id }, { error: masterclassMessages.creatorRequired }),
    zoom_hub_name: masterclassFields.zoom_hub_name,
  })
}

/** The values of a valid form as a new masterclass goes out (MC-35, MC-37, MC-48). */
export function newMasterclassOf(values: MasterclassFormValues): Partial<NewMasterclass> {
  return {
    title: values.title,
    description: values.description,
    start_time: isoOf(values.start_time),
    end_time: isoOf(values.end_time),
    zoom_hub_name: values.zoom_hub_name ?? undefined,
    creator_id: values.creator?._id,
    is_attach_to_superclass: values.is_attach_to_superclass,
    attendance_type: values.attendance_type ?? undefined,
    prices: pricesOf(values),
    links: linksOf(values.links),
  } as Partial<NewMasterclass>
}

/** The values that an edit compares and sends. */
export function editedOf(
  values: MasterclassFormValues,
  storedBanner: string | null,
  banner: ImageChoice,
): EditedMasterclass {
  return {
    title: values.title,
    description: values.description,
    attendance_type: values.attendance_type,
    is_attach_to_superclass: values.is_attach_to_superclass,
    original_price_inr: values.original_price_inr,
    current_price_inr: values.current_price_inr,
    original_price_usd: values.original_price_usd,
    current_price_usd: values.current_price_usd,
    links: linksOf(values.links),
    banner: imageMark(storedBanner, banner),
  }
}

/** What is compared of a stored masterclass. */
export function storedEditedOf(masterclass: Masterclass): EditedMasterclass {
  return editedOf(valuesOf(masterclass), masterclass.banner, { kind: 'kept' })
}

/**
 * The changed fields as an edit goes out. Prices travel as one list, so one changed price takes the others along.
 * @param changes the fields that were changed
 * @param all the same fields with the unchanged ones
 */
export function changesOf(changes: Partial<EditedMasterclass>, all: EditedMasterclass) {
  const { title, description, attendance_type, is_attach_to_superclass, links } = changes
  const changesPrice = Object.keys(changes).some((field) => field.includes('_price_'))
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(attendance_type ? { attendance_type } : {}),
    ...(is_attach_to_superclass === undefined ? {} : { is_attach_to_superclass }),
    ...(links === undefined ? {} : { links }),
    ...(changesPrice ? { prices: pricesOf(all) } : {}),
    ...(changes.banner === null ? { remove_banner: true } : {}),
  }
}

/**
 * Gives the field of the form that a refused path of the wire belongs to.
 * @param path for instance creator_id, prices.0.current_price, links.1.url, images
 */
export function formPathOf(path: string): string {
  const [field, place, member] = path.split('.')
  if (field === 'creator_id') return 'creator'
  if (field === 'images' || field === 'remove_banner') return 'banner'
  if (field === 'prices') {
    const names = priceFieldsOf(currencyCodes[Number(place ?? 0)] ?? currencyCodes[0])
    return member === 'current_price' ? names.current : names.original
  }
  return path
}

type FourPrices = Pick<
  MasterclassFormValues,
  'original_price_inr' | 'current_price_inr' | 'original_price_usd' | 'current_price_usd'
>

function pricesOf(values: FourPrices): Price[] {
  return currencyCodes.map((currency_code) => {
    const { original, current } = priceFieldsOf(currency_code)
    return {
      currency_code,
      original_price: values[original] ?? 0,
      current_price: values[current] ?? 0,
    }
  })
}

function linksOf(links: readonly LinkRow[]): CommunityLink[] {
  return links.map(({ name, url, is_active }) => ({ name: name ?? '', url, is_active }))
}

function isoOf(time: string | null): string | undefined {
  return time === null ? undefined : new Date(time).toISOString()
}
