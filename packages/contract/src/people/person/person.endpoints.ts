import * as z from 'zod/mini'
import { isInstant } from '../../date-time.ts'
import { Empty, endpoint, ok } from '../../endpoint.ts'
import { Id, isRecordId } from '../../field.ts'
import { limit } from '../../list.ts'
import { NoteText } from '../../money/transaction/transaction-detail.schema.ts'
import {
  ChosenIdentifier,
  PersonComparison,
  PersonIdentifier,
  PersonKey,
  PersonMove,
  PersonPage,
  PersonTimelineItem,
  personMessages,
  SamePerson,
  timelineKindNames,
  undoDays,
} from './person.schema.ts'

export const getPersonPage = endpoint({
  name: 'getPersonPage',
  method: 'GET',
  path: '/admin/people/:person',
  summary: 'Get a person: who they are, what they hold, sums of their orders',
  description:
    'person is person. and the id of the person, or the id of an account, or order., registration. or lead. and the id of a record. Refuses a caller without any permission to read (403).',
  requirements: ['OQ-465', 'OQ-466'],
  // Parts that the role does not include are absent; without all of them the call is refused.
  permissions: [],
  look: { type: 'person', records: [':person'], member: 'person' },
  params: z.object({ person: PersonKey }),
  response: ok(PersonPage),
})

/** Whether a text is a time, a kind and an id, as the timeline returns them. */
function isCursor(text: string): boolean {
  const [at = '', kind = '', id = '', ...rest] = text.split('_')
  return rest.length === 0 && isInstant(at) && /^[a-z-]{1,20}$/.test(kind) && isRecordId(id)
}

/** Lists what a person did and what happened to them, the newest first. */
export const listPersonTimeline = endpoint({
  name: 'listPersonTimeline',
  method: 'GET',
  path: '/admin/people/:person/timeline',
  summary: 'List orders, registrations, bookings, posts, comments, reports and notes of a person',
  description: 'Refuses a kind that the role lacks (403).',
  requirements: ['OQ-467'],
  permissions: [],
  look: { type: 'person', records: [':person'], isPart: true },
  params: z.object({ person: PersonKey }),
  query: z.object({
    kind: z.optional(
      z.enum(timelineKindNames, { error: `kind must be among ${timelineKindNames.join(', ')}` }),
    ),
    limit: limit(30, 100),
    /** `next` of the previous page. */
    after: z.optional(z.string().check(z.refine(isCursor, { error: personMessages.cursor }))),
  }),
  response: ok(z.object({ items: z.array(PersonTimelineItem), next: z.nullable(z.string()) })),
})

export const addPersonNote = endpoint({
  name: 'addPersonNote',
  method: 'POST',
  path: '/admin/people/:person/notes',
  summary: 'Add a note of staff about a person',
  requirements: ['OQ-468'],
  permissions: ['personal.read'],
  params: z.object({ person: PersonKey }),
  body: z.object({ text: NoteText }),
  response: ok(PersonTimelineItem),
  status: 201,
})

/** Lists other people with the same e-mail address, unless many share it, or the same phone; at most ten. */
export const listSamePeople = endpoint({
  name: 'listSamePeople',
  method: 'GET',
  path: '/admin/people/:person/same',
  summary: 'List who may be the same person',
  requirements: ['OQ-469'],
  permissions: ['personal.read'],
  look: { type: 'person', records: [':person'], isPart: true },
  params: z.object({ person: PersonKey }),
  response: ok(z.array(SamePerson)),
})

const bothPeople = z.object({ person: PersonKey, other: PersonKey })

export const comparePeople = endpoint({
  name: 'comparePeople',
  method: 'GET',
  path: '/admin/people/:person/merge/:other',
  summary: 'Compare two records of one person before they are merged',
  requirements: ['OQ-469', 'OQ-470'],
  permissions: ['personal.read'],
  look: { type: 'person', records: [':person', ':other'] },
  params: bothPeople,
  response: ok(PersonComparison),
})

/** It decides whose all of these are. */
const joiningPermissions = ['personal.read', 'money.write', 'advisory.write', 'moderation.write'] as const

/** Merges another record into a person. Their records stay as they are; undoPersonMove takes it back. */
export const mergePeople = endpoint({
  name: 'mergePeople',
  method: 'POST',
  path: '/admin/people/:person/merge/:other',
  summary: 'Merge two records of one person',
  description:
    "Refuses records that can't be merged (409), and a comparison that has changed since (409 STALE, with the current one).",
  requirements: ['OQ-470', 'OQ-727'],
  permissions: joiningPermissions,
  params: bothPeople,
  body: z.object({
    /** `compared` of the comparison that staff saw. */
    compared: z
      .string({ error: personMessages.token })
      .check(z.regex(/^[0-9a-f]{64}$/, personMessages.token)),
  }),
  response: ok(PersonMove),
})

/** Lists by what a person is found, accounts first; at most a hundred. */
export const listPersonIdentifiers = endpoint({
  name: 'listPersonIdentifiers',
  method: 'GET',
  path: '/admin/people/:person/identifiers',
  summary: 'List the accounts, e-mail addresses and phones by which a person is found',
  requirements: ['OQ-728'],
  permissions: ['personal.read'],
  look: { type: 'person', records: [':person'], isPart: true },
  params: z.object({ person: PersonKey }),
  response: ok(z.array(PersonIdentifier)),
})

export const splitPerson = endpoint({
  name: 'splitPerson',
  method: 'POST',
  path: '/admin/people/:person/split',
  summary: 'Make two people of one',
  description:
    'The other person gets the given accounts, e-mail addresses and phones, and the records that came with them. undoPersonMove takes it back.',
  requirements: ['OQ-728'],
  permissions: joiningPermissions,
  params: z.object({ person: PersonKey }),
  body: z.object({
    identifiers: z
      .array(ChosenIdentifier, { error: personMessages.identifiers })
      .check(z.minLength(1, personMessages.identifiers), z.maxLength(100, personMessages.identifiers)),
  }),
  response: ok(PersonMove),
})

export const undoPersonMove = endpoint({
  name: 'undoPersonMove',
  method: 'POST',
  path: '/admin/people/moves/:id/undo',
  summary: 'Undo a merge or a split',
  description: `Refuses one that is older than ${undoDays} days (409). A repeated call changes nothing.`,
  requirements: ['OQ-727', 'OQ-728'],
  permissions: joiningPermissions,
  params: z.object({ id: Id }),
  response: ok(z.object({ person: z.string() })),
})

/** Says that two people are not one: they are no longer pointed out. */
export const keepPeopleApart = endpoint({
  name: 'keepPeopleApart',
  method: 'PUT',
  path: '/admin/people/:person/apart/:other',
  summary: 'Say that two people are not the same person',
  requirements: ['OQ-729'],
  permissions: joiningPermissions,
  params: bothPeople,
  response: ok(Empty),
})

export const pointOutAgain = endpoint({
  name: 'pointOutAgain',
  method: 'DELETE',
  path: '/admin/people/:person/apart/:other',
  summary: 'Let two people be pointed out as the same person again',
  requirements: ['OQ-729'],
  permissions: joiningPermissions,
  params: bothPeople,
  response: ok(Empty),
})
