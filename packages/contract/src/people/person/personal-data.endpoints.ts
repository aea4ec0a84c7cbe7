import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { Id, isBlank } from '../../field.ts'
import { limit } from '../../list.ts'
import {
  Erasure,
  FoundPerson,
  PersonAnchor,
  PersonExport,
  PersonPreview,
  personalDataMessages,
} from './personal-data.schema.ts'

/** Finds people by a whole e-mail address, the last ten digits of a phone, or a user id. */
export const findPeople = endpoint({
  name: 'findPeople',
  method: 'GET',
  path: '/admin/personal-data/people',
  summary: 'Find people by e-mail address, phone or user id',
  requirements: ['OQ-345'],
  permissions: ['personal.read', 'personal.erase'],
  look: { type: 'search', text: 'q' },
  query: z.object({
    q: z
      .string({ error: personalDataMessages.query })
      .check(z.minLength(3, personalDataMessages.query), z.maxLength(254, personalDataMessages.query)),
  }),
  response: ok(z.array(FoundPerson)),
})

export const getPerson = endpoint({
  name: 'getPerson',
  method: 'GET',
  path: '/admin/personal-data/people/:person',
  summary: 'Preview what erasing a person removes and keeps',
  requirements: ['OQ-345', 'OQ-346'],
  permissions: ['personal.read', 'personal.erase'],
  look: { type: 'person', records: [':person'] },
  params: z.object({ person: PersonAnchor }),
  response: ok(PersonPreview),
})

/** Returns everything about a person. It is audited, and takes no idempotency key: its response must not be stored. */
export const exportPerson = endpoint({
  name: 'exportPerson',
  method: 'POST',
  path: '/admin/personal-data/people/:person/export',
  summary: 'Export everything about a person',
  requirements: ['OQ-349'],
  permissions: ['personal.read', 'personal.erase'],
  params: z.object({ person: PersonAnchor }),
  response: ok(PersonExport),
  ownTransactions: true,
})

/** Starts erasing a person. A job does it. */
export const createErasure = endpoint({
  name: 'createErasure',
  method: 'POST',
  path: '/admin/personal-data/erasures',
  summary: 'Erase a person',
  description: "Refuses a wrong confirmation (400), and a person who can't be erased now (409).",
  requirements: ['OQ-346'],
  permissions: ['personal.read', 'personal.erase'],
  body: z.object({
    person: PersonAnchor,
    /** The person's name or e-mail address, in any case. */
    confirmation: z.string({ error: personalDataMessages.confirmation }).check(
      z.refine((text) => !isBlank(text), { error: personalDataMessages.confirmation }),
      z.maxLength(300, personalDataMessages.confirmation),
    ),
    /** `preview` of the preview that was confirmed. Refused with 409 STALE if it has another one by now (OQ-526). */
    preview: z.optional(
      z
        .string({ error: personalDataMessages.preview })
        .check(z.regex(/^[0-9a-f]{64}$/, personalDataMessages.preview)),
    ),
  }),
  response: ok(Erasure),
  status: 201,
})

/** Lists erasures, the newest first. */
export const listErasures = endpoint({
  name: 'listErasures',
  method: 'GET',
  path: '/admin/personal-data/erasures',
  summary: 'List erasures',
  requirements: ['OQ-346', 'OQ-380'],
  permissions: ['personal.erase'],
  query: z.object({ limit: limit(10, 50) }),
  response: ok(z.array(Erasure)),
})

export const getErasure = endpoint({
  name: 'getErasure',
  method: 'GET',
  path: '/admin/personal-data/erasures/:id',
  summary: 'Get an erasure with its progress',
  requirements: ['OQ-346'],
  permissions: ['personal.erase'],
  params: z.object({ id: Id }),
  response: ok(Erasure),
})
