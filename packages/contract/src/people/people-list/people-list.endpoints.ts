import * as z from 'zod/mini'
import { isInstant } from '../../date-time.ts'
import { endpoint, ok } from '../../endpoint.ts'
import { isRecordId } from '../../field.ts'
import { limit } from '../../list.ts'
import { PersonKey } from '../person/person.schema.ts'
import {
  GivenLabel,
  ListedPerson,
  PeopleAbout,
  PersonLabel,
  peopleFilters,
  peopleListMessages,
  peopleRules,
} from './people-list.schema.ts'

/** Whether a text is what the list is sorted by and an id, as it returns them; a sort by name has the id alone. */
function isCursor(text: string): boolean {
  const [value = '', id = '', ...rest] = text.split('_')
  const isValue = value === '' || /^-?\d{1,16}$/.test(value) || isInstant(value)
  return rest.length === 0 && isValue && isRecordId(id)
}

/** Lists people, each once: who was merged into somebody is in their row. */
export const listPeople = endpoint({
  name: 'listPeople',
  method: 'GET',
  path: '/admin/people',
  summary: 'List people, with what they bought, hold and are labelled as',
  description:
    'Refuses a caller without any permission to read, a search by contact without personal.read, and a filter or sort whose permission the caller lacks (403). total is null after the first page, and at most 1,000. next is the value of after for the next page, null at the end.',
  requirements: ['OQ-732', 'OQ-733', 'OQ-734'],
  // Members that the role does not include are absent.
  permissions: [],
  look: { type: 'search', text: 'q' },
  query: z
    .object({
      ...peopleFilters,
      limit: limit(20),
      /** `next` of the previous page. */
      after: z.optional(z.string().check(z.refine(isCursor, { error: peopleListMessages.cursor }))),
    })
    .check(...peopleRules()),
  response: ok(
    z.object({
      people: z.array(ListedPerson),
      total: z.nullable(z.int()),
      next: z.nullable(z.string()),
      about: PeopleAbout,
    }),
  ),
})

/** Lists the labels in use, for the filter and the suggestions. */
export const listPersonLabels = endpoint({
  name: 'listPersonLabels',
  method: 'GET',
  path: '/admin/person-labels',
  summary: 'List the labels of people that are in use, by name, at most 500',
  requirements: ['OQ-735'],
  permissions: [],
  response: ok(z.array(PersonLabel)),
})

export const addPersonLabel = endpoint({
  name: 'addPersonLabel',
  method: 'POST',
  path: '/admin/people/:person/labels',
  summary: 'Add a label to a person',
  description: 'A label that the person has already changes nothing. Refuses the 21st (409).',
  requirements: ['OQ-735'],
  permissions: ['personal.read'],
  params: z.object({ person: PersonKey }),
  body: z.object({ label: GivenLabel }),
  response: ok(z.object({ labels: z.array(PersonLabel) })),
})

export const removePersonLabel = endpoint({
  name: 'removePersonLabel',
  method: 'POST',
  path: '/admin/people/:person/labels/remove',
  summary: 'Remove a label from a person',
  description: 'A label that the person lacks changes nothing.',
  requirements: ['OQ-735'],
  permissions: ['personal.read'],
  params: z.object({ person: PersonKey }),
  body: z.object({ label: GivenLabel }),
  response: ok(z.object({ labels: z.array(PersonLabel) })),
})
