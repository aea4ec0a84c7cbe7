import { phonePrefix } from '@greenroom/contract/sessions/creator/creator.schema'

/** Returns the phone to send: +91 and the typed digits, without a typed plus (CRE-07, OQ-087). */
export function prefixedPhone(typed: string): string {
  return `${phonePrefix}${typed.trim().replace(/^\+/, '')}`
}
