import { phonePrefix } from '@greenroom/contract/creator/creator.schema'

/** The phone as it is sent: +91 before what was typed, whose own plus is dropped (CRE-07, OQ-087). */
export function prefixedPhone(typed: string): string {
  return `${phonePrefix}${typed.trim().replace(/^\+/, '')}`
}
