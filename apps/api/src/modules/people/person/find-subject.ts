import { readAnchor } from '@greenroom/contract/people/person/personal-data.schema'
import type { Database } from '../../../platform/database/database.ts'
import {
  type AnchorRow,
  accountsOf,
  deletedAccountsOf,
  detailsOf,
  emailsOf,
  findAccountOf,
  findAnchor,
  mergedInto,
} from './person.repository.ts'
import { nobody, type Subject } from './person-subject.ts'

/** Returns all details of the person whom a record names; nobody if it is gone or its person was erased. */
export async function findSubject(db: Database, person: string): Promise<Subject> {
  const anchor = readAnchor(person)
  const row = anchor && (await findAnchor(db, anchor.kind, anchor.id))
  return row ? subjectOf(db, row) : nobody
}

/** Collects what belongs to the person of a record, through accounts and e-mail addresses. */
export async function subjectOf(db: Database, anchor: AnchorRow): Promise<Subject> {
  let users: string[] = []
  let emails = anchor.email === '' ? [] : [anchor.email]
  if (anchor.kind === 'user') users = [anchor.id]
  if (anchor.kind === 'order' || anchor.kind === 'registration' || anchor.kind === 'lead') {
    const table = anchor.kind === 'order' ? 'transaction' : anchor.kind
    const account = await findAccountOf(db, table, anchor.id)
    // Somebody may have bought for somebody else: then the account is the person.
    if (account?.user_id) {
      users = [account.user_id]
      if (account.has_account) emails = []
    }
  }
  // An account has e-mail addresses, which orders have, which name deleted accounts, which have other addresses. Each
  // round adds to a finite set, so it ends.
  for (let known = -1; known < users.length + emails.length; ) {
    known = users.length + emails.length
    emails = distinct([...emails, ...(await emailsOf(db, users))])
    users = distinct([
      ...users,
      ...(await accountsOf(db, emails)),
      ...(await deletedAccountsOf(db, emails)),
      // What happened under the ids of merged accounts, such as entries of the history, is about this person too.
      ...(await mergedInto(db, users)),
    ])
  }
  const details = await detailsOf(db, { users, emails })
  return { users, ...details, emails: distinct([...emails]) }
}

function distinct(texts: string[]): string[] {
  return [...new Set(texts)]
}
