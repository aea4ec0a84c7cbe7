import * as z from 'zod/mini'
import { instant } from '../../date-time.ts'
import { optionalText, reference, requiredText, webAddress } from '../../field.ts'
import { VenuePlace } from '../../gst-state.ts'
import { Price, Prices, Sale } from '../../money.ts'
import { Creator } from '../creator/creator.schema.ts'
import { MeetingAccount } from '../meeting/meeting.schema.ts'

/** The specification's messages for a refused masterclass (section 5). */
export const masterclassMessages = {
  titleRequired: 'Title is required',
  titleTooLong: 'Title should not exceed 40 characters',
  startRequired: 'Start time is required',
  startBeforeToday: 'Start Time cannot be before today.',
  endRequired: 'End time is required',
  endBeforeToday: 'End Time cannot be before today.',
  creatorRequired: 'Creator is required',
  attendanceTypeRequired: 'Attendance Type is required',
  linkEmpty: 'Community link cannot be empty.',
  linkNameRequired: 'Choose a type',
} as const

export const titleLength = 40
export const attendanceTypes = ['hybrid', 'virtual', 'in-person'] as const

/** Known community links (OQ-031). A stored name that is not listed is shown and kept. */
export const communityLinkTypes = [
  'WhatsApp Group',
  'WhatsApp Channel',
  'Telegram',
  'Discord',
  'Other',
] as const

export const CommunityLink = z.object({
  name: requiredText(masterclassMessages.linkNameRequired, {
    max: 60,
    message: 'Should not exceed 60 characters',
  }),
  url: webAddress(masterclassMessages.linkEmpty),
  is_active: z._default(z.boolean(), true),
})
export type CommunityLink = z.output<typeof CommunityLink>

/** The fields of a masterclass, each with its rule and its messages. The wizard and the API both use them. */
export const masterclassFields = {
  title: requiredText(masterclassMessages.titleRequired, {
    max: titleLength,
    message: masterclassMessages.titleTooLong,
  }),
  description: optionalText(),
  start_time: instant(masterclassMessages.startRequired),
  end_time: instant(masterclassMessages.endRequired),
  zoom_hub_name: MeetingAccount,
  creator_id: reference(masterclassMessages.creatorRequired),
  is_attach_to_superclass: z.boolean(),
  attendance_type: z.enum(attendanceTypes, { error: masterclassMessages.attendanceTypeRequired }),
  /** Where one attends in person: the place of supply of seats there. Not for a virtual one. */
  venue_state: VenuePlace,
  prices: Prices,
  links: z.array(CommunityLink).check(z.maxLength(20, 'At most 20 community links')),
} as const

export const Masterclass = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  banner: z.nullable(z.string()),
  start_time: z.string(),
  end_time: z.string(),
  creator_id: Creator,
  zoom_hub_name: z.string(),
  attendance_type: z.enum(attendanceTypes),
  /** GST code of the State of the venue, 96 abroad; null if nobody entered it, and for a virtual one. */
  venue_state: z.nullable(VenuePlace),
  is_active: z.boolean(),
  is_attach_to_superclass: z.boolean(),
  prices: z.array(Price),
  links: z.array(z.object({ name: z.string(), url: z.string(), is_active: z.boolean() })),
  start_time_format_string: z.string(),
  /** How many people hold a seat (OQ-430). */
  registrations_count: z.int(),
  created_at: z.string(),
  version: z.int(),
})
export type Masterclass = z.output<typeof Masterclass>

/** A masterclass in the list, with what is counted for it. */
export const ListedMasterclass = z.extend(Masterclass, {
  /** Linked coupons, active or not. */
  coupons_count: z.int(),
  /** Completed orders, per currency; empty without any. */
  sales: z.array(Sale),
})
export type ListedMasterclass = z.output<typeof ListedMasterclass>
