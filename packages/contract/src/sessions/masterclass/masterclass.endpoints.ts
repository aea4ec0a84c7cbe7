import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { booleanText, Id, jsonText, orNone, reference } from '../../field.ts'
import { imageRule } from '../../file-rule.ts'
import { clashWarnings } from '../meeting/meeting.schema.ts'
import { Masterclass, masterclassFields } from './masterclass.schema.ts'

const textParts = {
  title: masterclassFields.title,
  description: masterclassFields.description,
  start_time: masterclassFields.start_time,
  end_time: masterclassFields.end_time,
  zoom_hub_name: masterclassFields.zoom_hub_name,
  creator_id: masterclassFields.creator_id,
  is_attach_to_superclass: booleanText(),
  attendance_type: masterclassFields.attendance_type,
  venue_state: orNone(masterclassFields.venue_state),
  prices: jsonText(masterclassFields.prices, 'Price is required'),
  links: jsonText(masterclassFields.links),
} as const

const images = { images: { most: 1, rule: imageRule } } as const

export const NewMasterclass = z.object({
  ...textParts,
  description: z.optional(textParts.description),
  venue_state: z.optional(textParts.venue_state),
  is_attach_to_superclass: z.optional(textParts.is_attach_to_superclass),
  links: z.optional(textParts.links),
})
export type NewMasterclass = z.output<typeof NewMasterclass>

/** An edit with any of the fields. Omitted ones stay as they are (OQ-034). */
export const MasterclassChanges = z.object({
  ...z.partial(z.object(textParts)).shape,
  remove_banner: z.optional(booleanText()),
})
export type MasterclassChanges = z.output<typeof MasterclassChanges>

export const createMasterclass = endpoint({
  name: 'createMasterclass',
  method: 'POST',
  path: '/admin/masterclass',
  summary: 'Create a masterclass as a draft',
  description: 'Refuses an unknown creator (404).',
  requirements: ['MC-48', 'MC-27'],
  permissions: ['content.write'],
  multipart: { fields: NewMasterclass, files: images },
  response: ok(Masterclass),
  status: 201,
})

export const updateMasterclass = endpoint({
  name: 'updateMasterclass',
  method: 'POST',
  path: '/admin/masterclass/:id',
  summary: 'Change fields of a masterclass',
  description:
    'Moving a published one to a time that clashes returns a warning, or is refused if the settings say so (409 MEETING_CLASH).',
  requirements: ['MC-49', 'OQ-034', 'OQ-042', 'OQ-112'],
  permissions: ['content.write'],
  params: z.object({ id: Id }),
  multipart: { fields: MasterclassChanges, files: images },
  response: ok(Masterclass, clashWarnings),
  versioned: true,
})

const masterclassId = reference('masterclass_id is required')

export const publishMasterclass = endpoint({
  name: 'publishMasterclass',
  method: 'POST',
  path: '/admin/masterclass/zoom/publish',
  summary: 'Create the meeting and publish the masterclass',
  description:
    'Refuses a start that has passed (409). Fails if the meeting provider does (502). A clash on the meeting account is returned as a warning, or refused if the settings say so (409 MEETING_CLASH).',
  requirements: ['MC-50', 'MC-28', 'OQ-112'],
  permissions: ['content.write'],
  body: z.object({ masterclass_id: masterclassId }),
  response: ok(Masterclass, clashWarnings),
  versioned: true,
  ownTransactions: true,
})

export const setMasterclassStatus = endpoint({
  name: 'setMasterclassStatus',
  method: 'POST',
  path: '/admin/masterclass/status',
  summary: 'Toggle whether a masterclass is published, or set it to a target',
  description:
    'Turning on needs a meeting (409). A clash on its account is then returned as a warning, or refused if the settings say so (409 MEETING_CLASH).',
  requirements: ['MC-51', 'MC-17', 'OQ-029'],
  permissions: ['content.write'],
  versioned: true,
  body: z.object({ masterclass_id: masterclassId, is_active: z.optional(z.boolean()) }),
  response: ok(Masterclass, clashWarnings),
})
