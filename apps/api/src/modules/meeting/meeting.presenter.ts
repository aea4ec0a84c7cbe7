import type { ClashWarning } from '@greenroom/contract/meeting/meeting.schema'

/** The warnings of a response, as its member beside the data; without a warning the member is absent. */
export function presentWarnings(warnings: ClashWarning[]): { warnings?: ClashWarning[] } {
  return warnings.length > 0 ? { warnings } : {}
}
