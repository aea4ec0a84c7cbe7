/** The details by which a person is found. It is stored only while an erasure of the person is open. */
export interface Subject {
  /** Ids of `person`. */
  persons: string[]
  /** Ids of accounts, also of deleted ones that orders still name. */
  users: string[]
  /** As they were written. */
  emails: string[]
  phones: string[]
  /** Full names. */
  names: string[]
  usernames: string[]
  /** Billing addresses. */
  addresses: string[]
  /** GSTINs. */
  taxIds: string[]
  /** Those of all of these that no record has any more, such as an account's former address. */
  former: string[]
  /** Those e-mail addresses and phones that other people have as well; read when an erasure begins. */
  shared: string[]
}

export const nobody: Subject = {
  persons: [],
  users: [],
  emails: [],
  phones: [],
  names: [],
  usernames: [],
  addresses: [],
  taxIds: [],
  former: [],
  shared: [],
}

/** Replaces the details of an erased person. The database's own functions write the same text. */
export const erasedText = '[erased]'
