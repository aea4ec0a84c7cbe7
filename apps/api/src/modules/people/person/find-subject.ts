import { readAnchor } from '@greenroom/contract/people/person/personal-data.schema'
import { AppError } from '../../../platform/app-error.ts'
import type { Database } from '../../../platform/database/database.ts'
import { accountIdsOf, findPersonOf, peopleWith } from './person.repository.ts'
import { hasUnsortedRows } from './person-sorting.repository.ts'
import { nobody, type Subject } from './person-subject.ts'
import { detailsOf } from './personal-rows.repository.ts'

/**
 * Returns all details of the person whom a record names; nobody if it is gone or its person was erased.
 * @throws AppError UNAVAILABLE while a job has still to find out whose the record is
 */
export async function findSubject(db: Database, person: string): Promise<Subject> {
  const anchor = readAnchor(person)
  const found = anchor && (await findPersonOf(db, anchor.kind, anchor.id))
  // A row that is left can be theirs.
  if (found !== undefined && (await hasUnsortedRows(db))) {
    throw new AppError(
      'UNAVAILABLE',
      'Greenroom is still sorting older records by person. Try again in a few minutes.',
    )
  }
  return found ? subjectOf(db, await peopleWith(db, found)) : nobody
}

/** Collects the details that a person's records have. */
export async function subjectOf(db: Database, persons: string[]): Promise<Subject> {
  const users = await accountIdsOf(db, persons)
  return { ...nobody, persons, users, ...(await detailsOf(db, { persons, users })) }
}
