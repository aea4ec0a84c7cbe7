import { gstStates } from '@greenroom/contract/gst-state'
import { otherTerritory, type PlaceCode } from './states.ts'

/** Why a text is no GSTIN: its form, its State, or its last character. */
type GstinProblem = 'format' | 'state' | 'checksum'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** State, PAN, number of the registration from 1 on, kind, check character. */
const formOfPan = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][0-9A-Z]{2}$/
/** State, TAN of who deducts tax, number of the registration, kind, check character. */
const formOfTan = /^\d{2}[A-Z]{4}\d{5}[A-Z][0-9A-Z]{3}$/
/** State, year, country or UNO, number, "UN" or "ON", check character. */
const formOfUin = /^\d{4}[A-Z]{3}\d{5}[UO]N[0-9A-Z]$/

/** A GSTIN as it is compared and printed: capital letters without spaces. */
export function normalizedGstin(text: string): string {
  return text.toUpperCase().replace(/[\s-]+/g, '')
}

/**
 * Computes the check character of a GSTIN: Luhn's method with 36 characters, factors 1 and 2 from the left.
 * @param first14 the GSTIN without its last character
 */
export function gstinCheckCharacter(first14: string): string {
  const sum = [...first14].reduce((sum, character, index) => {
    const product = digits.indexOf(character) * (index % 2 === 0 ? 1 : 2)
    return sum + Math.floor(product / 36) + (product % 36)
  }, 0)
  return digits[(36 - (sum % 36)) % 36] ?? ''
}

/**
 * Tells whether a valid number is the Unique Identity Number of an embassy or a body of the United Nations. Its holder
 * is no registered person, but the number is printed and reported like a GSTIN.
 * @see CGST Act, sections 2(94) and 25(9); CGST Rules, Rule 46(d)
 */
export function isUin(gstin: string): boolean {
  return formOfUin.test(gstin)
}

/** Checks a GSTIN, or a Unique Identity Number. @returns null if it is valid */
export function gstinProblem(text: string): GstinProblem | null {
  const gstin = normalizedGstin(text)
  if (![formOfPan, formOfTan, formOfUin].some((form) => form.test(gstin))) return 'format'
  if (stateOfGstin(gstin) === null) return 'state'
  return gstinCheckCharacter(gstin.slice(0, 14)) === gstin[14] ? null : 'checksum'
}

/** The State that a GSTIN begins with; null if there is none with this code. */
export function stateOfGstin(gstin: string): PlaceCode | null {
  const code = normalizedGstin(gstin).slice(0, 2)
  if (code === otherTerritory) return otherTerritory
  return gstStates.find((state) => state.code === code)?.code ?? null
}
