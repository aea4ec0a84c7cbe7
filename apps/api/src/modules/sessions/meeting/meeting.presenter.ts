import type { ClashWarning } from '@greenroom/contract/sessions/meeting/meeting.schema'

/** Returns the warnings as a member next to data; absent without warnings. */
export function presentWarnings(warnings: ClashWarning[]): { warnings?: ClashWarning[] } {
  return warnings.length > 0 ? { warnings } : {}
}
