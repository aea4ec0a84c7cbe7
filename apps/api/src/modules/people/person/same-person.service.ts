import type { SamePerson } from '@greenroom/contract/people/person/person.schema'
import type { Call } from '../../../platform/call.ts'
import { findSharing, recordsOf } from './person.repository.ts'
import type { PersonPageService } from './person-page.service.ts'

/** Finds records of one person (OQ-469). */
export function createSamePeople({ pages }: { pages: Pick<PersonPageService, 'find'> }) {
  return {
    /** Lists other people with an e-mail address or a phone of this person. @throws AppError NOT_FOUND */
    async list(call: Call, key: string): Promise<SamePerson[]> {
      const { subject } = await pages.find(call, key)
      const sharing = await findSharing(call.db, subject.persons)
      const records = await recordsOf(call.db, [...sharing.keys()])
      return records.flatMap(({ person, kind, name, email, phone }) => {
        const shares = sharing.get(person)
        // Staff who give sessions and advise are not records of buyers.
        if (shares === undefined || kind === 'creator' || kind === 'advisor') return []
        return [{ person: `person.${person}`, name, email, phone, has_account: kind === 'user', shares }]
      })
    },
  }
}
