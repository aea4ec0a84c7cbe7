import { isPersonalName } from '@greenroom/contract/desk/saved-view/viewed-screens'
import { mostLabels, peopleListMessages } from '@greenroom/contract/people/people-list/people-list.schema'
import { readPersonKey } from '@greenroom/contract/people/person/person.schema'
import { AppError, invalid } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { type PersonService, requirePeople } from './person.service.ts'
import {
  deleteLabel,
  insertLabel,
  knownSpelling,
  labelsOf,
  listLabels,
  lockLabels,
} from './person-label.repository.ts'

/** Labels that staff give people by hand (OQ-735). */
export function createPersonLabels({ people }: { people: Pick<PersonService, 'require'> }) {
  /** The people of a key, the one who stays first. @throws AppError NOT_FOUND */
  async function personsOf(call: Call, key: string): Promise<{ persons: string[]; root: string }> {
    const anchor = readPersonKey(key)
    const { persons } = await people.require(call, anchor ? `${anchor.kind}.${anchor.id}` : key)
    return { persons, root: persons[0] ?? '' }
  }

  async function audit(call: Call, action: 'add-label' | 'remove-label', root: string, label: string) {
    await recordAudit(call, {
      action: `person.${action}`,
      entityType: 'person',
      entityId: `person.${root}`,
      label: null,
      after: { label },
    })
  }

  return {
    /** Lists the labels in use, by name. @throws AppError FORBIDDEN */
    async list(call: Call): Promise<string[]> {
      requirePeople(call.actor)
      return listLabels(call.db)
    },

    /**
     * Adds a label, in the spelling in which it is in use.
     * @returns all labels of the person
     * @throws AppError NOT_FOUND; VALIDATION for a label with a contact; WRONG_STATE for too many
     */
    async add(call: Call, person: string, given: string): Promise<{ labels: string[] }> {
      if (isPersonalName(given)) throw invalid([{ path: 'label', message: peopleListMessages.personal }])
      const { persons, root } = await personsOf(call, person)
      await lockLabels(call.db, root)
      const label = (await knownSpelling(call.db, given)) ?? given
      const before = await labelsOf(call.db, persons)
      if (before.includes(label)) return { labels: before }
      if (before.length >= mostLabels) throw new AppError('WRONG_STATE', peopleListMessages.labels)
      await insertLabel(call.db, {
        person_id: root,
        label,
        added_by: call.actor.email,
        added_at: call.now,
      })
      await audit(call, 'add-label', root, label)
      return { labels: await labelsOf(call.db, persons) }
    },

    /** Removes a label. @returns the labels that the person has left @throws AppError NOT_FOUND */
    async remove(call: Call, person: string, label: string): Promise<{ labels: string[] }> {
      const { persons, root } = await personsOf(call, person)
      await lockLabels(call.db, root)
      for (const removed of await deleteLabel(call.db, persons, label)) {
        await audit(call, 'remove-label', root, removed)
      }
      return { labels: await labelsOf(call.db, persons) }
    },
  }
}
