import * as z from 'zod/mini'
import { endpoint, ok } from '../../endpoint.ts'
import { ConsentEntry, NewConsent } from './consent.schema.ts'
import { PersonKey } from './person.schema.ts'

/** Lists what a person agreed to and withdrew, the latest first; at most 200. */
export const listConsents = endpoint({
  name: 'listConsents',
  method: 'GET',
  path: '/admin/people/:person/consents',
  summary: 'List what a person agreed to and withdrew',
  requirements: ['OQ-736'],
  permissions: ['personal.read'],
  look: { type: 'person', records: [':person'], isPart: true },
  params: z.object({ person: PersonKey }),
  response: ok(z.array(ConsentEntry)),
})

/** Records what a person told staff. Nobody changes or removes it; a later one counts more. */
export const addConsent = endpoint({
  name: 'addConsent',
  method: 'POST',
  path: '/admin/people/:person/consents',
  summary: 'Record that a person agreed or withdrew',
  description: 'A repeat of what is recorded, with the same time, returns the stored entry.',
  requirements: ['OQ-736'],
  permissions: ['personal.read'],
  params: z.object({ person: PersonKey }),
  body: NewConsent,
  response: ok(ConsentEntry),
  status: 201,
})
