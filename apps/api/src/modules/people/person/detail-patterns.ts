import { indexedDigits } from '../../../platform/database/phone-search.ts'
import type { Subject } from './person-subject.ts'

/** Shorter numbers also occur as amounts and in times. */
const fewestDigits = 8
/** A shorter name is part of too many other texts. */
const shortestName = 3

/** A shorter address, or one without a number, is a town, and not only this person's. */
const shortestAddress = { letters: 10, words: 3 }

/** Matches no text. */
const nothing = '(?!)'

/**
 * Returns a regular expression for PostgreSQL that finds what identifies a person wherever it is written: e-mail
 * addresses, phones in any spelling, account ids, whole billing addresses, and GSTINs.
 */
export function identifyingPattern({ emails, phones, users, addresses, taxIds }: Subject): string {
  return anyOf([
    ...emails.flatMap(emailPattern),
    ...phones.flatMap(phonePattern),
    ...users.map(literally),
    ...addresses.filter(isWholeAddress).map(addressPattern),
    ...taxIds.flatMap(namePattern),
  ])
}

/**
 * Returns a pattern that also finds the person's names. Other people have the same names, so it is for entries that are
 * about this person for another reason.
 */
export function allDetailsPattern(subject: Subject): string {
  const parts = subject.names.flatMap((name) => name.trim().split(/\s+/))
  const names = [...subject.names, ...subject.usernames, ...parts].flatMap(namePattern)
  // Longer ones first, so that a full name is not left half.
  const sorted = [...new Set(names)].sort((one, other) => other.length - one.length)
  return anyOf([identifyingPattern(subject), ...sorted])
}

/**
 * Returns a pattern that also finds towns and other short billing addresses. Many people live there, so it is for the
 * person's own records.
 */
export function ownDetailsPattern(subject: Subject): string {
  const written = subject.addresses.filter((address) => wordsOf(address).join('').length >= shortestName)
  return anyOf([allDetailsPattern(subject), ...written.map(addressPattern)])
}

function anyOf(patterns: readonly string[]): string {
  const known = [...new Set(patterns)].filter((pattern) => pattern !== nothing)
  return known.length === 0 ? nothing : known.join('|')
}

function emailPattern(email: string): string[] {
  const text = email.trim()
  if (text === '') return []
  return spellings(text).map((one) => `(?<![[:alnum:]._%+-])${literally(one)}(?![[:alnum:]-]|\\.[[:alnum:]])`)
}

function phonePattern(phone: string): string[] {
  const digits = phone.replace(/\D/g, '').slice(-indexedDigits)
  if (digits.length < fewestDigits) return []
  const between = '[ ().-]{0,2}'
  // A country code or a trunk zero may come first.
  return [`(?<![[:alnum:]])\\+?(?:[0-9]{1,4}${between})?${[...digits].join(between)}(?![[:alnum:]])`]
}

function namePattern(name: string): string[] {
  const words = name.trim().split(/\s+/)
  if (words.join('').length < shortestName) return []
  return spellings(name.trim()).map(
    (one) => `(?<![[:alnum:]])${one.split(/\s+/).map(literally).join('[[:space:]]+')}(?![[:alnum:]])`,
  )
}

const wordsOf = (address: string) => address.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '')

function isWholeAddress(address: string): boolean {
  const words = wordsOf(address)
  return (
    words.length >= shortestAddress.words &&
    words.join('').length >= shortestAddress.letters &&
    /\d/.test(address)
  )
}

/** Finds an address on one line or on several, with commas or without. */
function addressPattern(address: string): string {
  const words = wordsOf(address).map((word) => `(?:${spellings(word).map(literally).join('|')})`)
  return `(?<![[:alnum:]])${words.join('[[:space:][:punct:]]{1,6}')}(?![[:alnum:]])`
}

/** A text may be stored with composed letters or with combining marks. */
function spellings(text: string): string[] {
  return [...new Set([text.normalize('NFC'), text.normalize('NFD')])]
}

/** Matches a text in any case, whatever the database's locale says about letters. */
function literally(text: string): string {
  return [...text]
    .map((letter) => {
      const forms = [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])].filter(
        (form) => [...form].length === 1,
      )
      return forms.length > 1 ? `[${forms.join('')}]` : letter.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&')
    })
    .join('')
}
