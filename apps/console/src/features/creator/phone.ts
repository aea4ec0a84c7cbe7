import { phonePrefix } from '@greenroom/contract/creator/creator.schema'

/** The phone as it is sent: +91 before what was typed, whose own plus is dropped (CRE-07, OQ-087). */
export function prefixedPhone(typed: string): string {
  return `${phonePrefix}${typed.trim().replace(/^\+/, '')}`
}

/** Writes a stored phone for people: +919845012763 as +91 98450 12763; one of another country or length keeps its form. */
export function formatPhone(phone: string): string {
  const indian = /^(\+91)(\d+)$/.exec(phone)
  if (!indian) return phone
  const [, prefix = '', digits = ''] = indian
  return digits.length === 10 ? `${prefix} ${digits.slice(0, 5)} ${digits.slice(5)}` : `${prefix} ${digits}`
}
