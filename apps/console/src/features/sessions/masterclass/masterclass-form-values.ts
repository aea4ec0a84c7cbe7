import { VenuePlace } from '@greenroom/contract/gst-state'
import type { NewMasterclass } from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import {
  attendanceTypes,
  type CommunityLink,
  communityLinkTypes,
  type Masterclass,
  masterclassFields,
  masterclassMessages,
} from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { timesBeforeToday } from '@greenroom/contract/sessions/masterclass/masterclass-times.rules'
import { meetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { randomId } from '@mantine/hooks'
import * as z from 'zod/mini'
import {
  emptyPrices,
  PriceValues,
  priceFieldAt,
  priceRules,
  pricesOf,
  priceValuesOf,
} from '../../../shared/record/record-form/price-values.ts'
import { PickedCreator } from '../../../shared/sessions/creator-picker/picked-creator.ts'

/** A community link. The key identifies the row, so that removing one does not move its text to the next. */
const LinkRow = z.object({
  key: z.string(),
  name: z.nullable(z.string()),
  url: z.string(),
  is_active: z.boolean(),
})
type LinkRow = z.output<typeof LinkRow>

const step = z.optional(z.int().check(z.gte(0), z.lte(2)))

/** The form values; null while a choice or an amount is empty. */
export const MasterclassFormValues = z.object({
  title: z.string(),
  description: z.string(),
  /** The stored URL, the mark of a picked file, or null. */
  banner: z.nullable(z.string()),
  attendance_type: z.nullable(z.enum(attendanceTypes)),
  venue_state: z.nullable(VenuePlace),
  is_attach_to_superclass: z.boolean(),
  start_time: z.nullable(z.string()),
  end_time: z.nullable(z.string()),
  creator: z.nullable(PickedCreator),
  zoom_hub_name: z.nullable(z.enum(meetingAccounts)),
  ...PriceValues.shape,
  links: z.array(LinkRow),
  /** The step that is shown and the furthest one that was reached, from 0; the first one by default. */
  step,
  visited: step,
})
export type MasterclassFormValues = z.output<typeof MasterclassFormValues>

/** The fields that an edit can change (MC-24). */
export type EditedMasterclass = Pick<
  MasterclassFormValues,
  | 'title'
  | 'description'
  | 'banner'
  | 'attendance_type'
  | 'venue_state'
  | 'is_attach_to_superclass'
  | keyof PriceValues
> & { links: CommunityLink[] }

/** Fields that an edit does not show (MC-24). */
const createOnly = ['start_time', 'end_time', 'creator', 'zoom_hub_name']

/** The fields of each step (MC-18). */
const stepFields: readonly (readonly string[])[] = [
  [
    'title',
    'description',
    'banner',
    'attendance_type',
    'venue_state',
    'is_attach_to_superclass',
    ...createOnly,
  ],
  Object.keys(emptyPrices),
  ['links'],
]

/** @returns the step, 0 to 2, that shows a field; undefined when none does */
export function masterclassStepOf(path: string): number | undefined {
  const field = path.split('.')[0] ?? ''
  const found = stepFields.findIndex((fields) => fields.includes(field))
  return found === -1 ? undefined : found
}

/** A new masterclass, not attached to the superclass (OQ-035). */
export const emptyMasterclass: MasterclassFormValues = {
  title: '',
  description: '',
  banner: null,
  attendance_type: null,
  venue_state: null,
  is_attach_to_superclass: false,
  start_time: null,
  end_time: null,
  creator: null,
  zoom_hub_name: null,
  ...emptyPrices,
  links: [],
  step: 0,
  visited: 0,
}

/**
 * @returns the values of a stored masterclass (MC-22), without a step: a newer record, loaded in the background, must not
 * change the step that is shown
 */
export function masterclassValuesOf(masterclass: Masterclass): MasterclassFormValues {
  return z.parse(MasterclassFormValues, {
    ...masterclass,
    creator: masterclass.creator_id,
    zoom_hub_name: meetingAccounts.find((account) => account === masterclass.zoom_hub_name) ?? null,
    ...priceValuesOf(masterclass.prices),
    links: masterclass.links.map((link) => ({ key: randomId('row'), ...link })),
  })
}

/** Whether people can attend in a place, so that a venue decides the tax. */
export function hasVenue({ attendance_type: type }: Pick<MasterclassFormValues, 'attendance_type'>): boolean {
  return type === 'in-person' || type === 'hybrid'
}

/** @returns an empty row; new links are active (OQ-031) */
export function newLinkRow(): LinkRow {
  return { key: randomId('row'), name: null, url: '', is_active: true }
}

/** @returns the types that a link can have: the known ones, and stored ones that are not listed (LIM-07, OQ-031) */
export function linkTypeChoices(stored: readonly string[]): string[] {
  return [...new Set([...communityLinkTypes, ...stored])]
}

/**
 * The contract's fields, with "minimum today" against the business day (MC-32, MC-33, OQ-041). Start and end are not
 * compared (MC-34). An edit does not check fields that it does not show (MC-24).
 * @param startOfToday returns when the business day began; called at each check
 */
export function masterclassFormSchema(mode: 'create' | 'edit', startOfToday: () => Date) {
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
    venue_state: z.nullable(masterclassFields.venue_state),
    ...priceRules,
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

/** @returns the body of a new masterclass (MC-35, MC-37, MC-48) */
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
    ...(hasVenue(values) && values.venue_state !== null && { venue_state: values.venue_state }),
    prices: pricesOf(values),
    links: linksOf(values.links),
  } as Partial<NewMasterclass>
}

/** @returns the values that an edit compares and sends */
export function editedMasterclassOf(values: MasterclassFormValues): EditedMasterclass {
  const { start_time, end_time, creator, zoom_hub_name, step, visited, links, ...edited } = values
  return { ...edited, links: linksOf(links) }
}

/**
 * The body of an edit. A picked banner is sent as a file beside it.
 * @param all all fields with the changes applied
 */
export function masterclassChangesOf(changes: Partial<EditedMasterclass>, all: EditedMasterclass) {
  const { title, description, attendance_type, venue_state, is_attach_to_superclass, links } = changes
  const changesPrice = Object.keys(changes).some((field) => field.includes('_price_'))
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(attendance_type ? { attendance_type } : {}),
    ...(venue_state === undefined ? {} : { venue_state }),
    ...(is_attach_to_superclass === undefined ? {} : { is_attach_to_superclass }),
    ...(links === undefined ? {} : { links }),
    ...(changesPrice ? { prices: pricesOf(all) } : {}),
    ...(changes.banner === null ? { remove_banner: true } : {}),
  }
}

/**
 * @param path a path of the server's errors, such as creator_id, prices.0.current_price, links.1.url or images
 * @returns the form field that the path belongs to; undefined when the form does not show it
 */
export function masterclassFieldOf(path: string, isEdit: boolean): string | undefined {
  const [name, place, member] = path.split('.')
  let field = path
  if (name === 'creator_id') field = 'creator'
  else if (name === 'images' || name === 'remove_banner') field = 'banner'
  else if (name === 'prices') field = priceFieldAt(place, member)
  const isShown = masterclassStepOf(field) !== undefined && !(isEdit && createOnly.includes(field))
  return isShown ? field : undefined
}

function linksOf(links: readonly LinkRow[]): CommunityLink[] {
  return links.map(({ name, url, is_active }) => ({ name: name ?? '', url, is_active }))
}

function isoOf(time: string | null): string | undefined {
  return time === null ? undefined : new Date(time).toISOString()
}
