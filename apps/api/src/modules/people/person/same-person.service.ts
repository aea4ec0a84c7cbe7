import type { SamePerson } from '@greenroom/contract/people/person/person.schema'
import type { Call } from '../../../platform/call.ts'
import { indexedDigits } from '../../../platform/database/phone-search.ts'
import { subjectOf } from './find-subject.ts'
import { findByPhone } from './person.repository.ts'
import { accountsOfPerson } from './person-page.repository.ts'
import type { PersonPageService } from './person-page.service.ts'
import type { Subject } from './person-subject.ts'

const mostSame = 10
const mostPhones = 3

/** Finds records of one person (OQ-469). */
export function createSamePeople({ pages }: { pages: Pick<PersonPageService, 'find'> }) {
  return {
    /** Lists other records with an e-mail address or a phone of this person. @throws AppError NOT_FOUND */
    async list(call: Call, key: string): Promise<SamePerson[]> {
      const { subject, accounts, person } = await pages.find(call, key)
      const found: SamePerson[] = accounts.slice(1).map((account) => ({
        person: `user.${account.id}`,
        name: `${account.first_name} ${account.last_name}`.trim(),
        email: account.email,
        phone: account.phone,
        has_account: true,
        shares: 'email',
      }))
      const keysOf = ({ users, emails }: Subject) => [...users, ...emails.map((one) => one.toLowerCase())]
      const seen = new Set([person, ...keysOf(subject)])
      for (const digits of [...new Set(subject.phones.map(lastDigits))]
        .filter(Boolean)
        .slice(0, mostPhones)) {
        for (const row of await findByPhone(call.db, digits)) {
          if (found.length >= mostSame) return found
          // Staff who give sessions and advise are not records of buyers.
          if (row.kind === 'creator' || row.kind === 'advisor') continue
          const other = await subjectOf(call.db, row)
          const keys = keysOf(other)
          if (keys.length === 0 || keys.some((one) => seen.has(one))) continue
          for (const one of keys) seen.add(one)
          const [account] = await accountsOfPerson(call.db, other)
          found.push({
            person: account ? `user.${account.id}` : `${row.kind}.${row.id}`,
            name: account ? `${account.first_name} ${account.last_name}`.trim() : row.name,
            email: account?.email ?? row.email,
            phone: account?.phone ?? row.phone,
            has_account: account !== undefined,
            shares: 'phone',
          })
        }
      }
      return found
    },
  }
}

/** Returns the digits by which a phone is compared; an empty text for one with fewer. */
export function lastDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '').slice(-indexedDigits)
  return digits.length === indexedDigits ? digits : ''
}
