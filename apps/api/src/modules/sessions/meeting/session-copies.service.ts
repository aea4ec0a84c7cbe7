import { copyErrors } from '@greenroom/contract/sessions/session-copy/session-copy.rules'
import type { SessionCopies } from '@greenroom/contract/sessions/session-copy/session-copy.schema'
import { invalid } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'

/**
 * Refuses copies on dates that a copy cannot have.
 * @param account that of the original
 * @throws AppError VALIDATION with every refused date
 */
export function refuseCopies(call: Call, copies: SessionCopies, account: string | null): void {
  const errors = copyErrors(
    copies.map((copy) => ({ ...copy, zoom_hub_name: copy.zoom_hub_name ?? account })),
    call.now,
  )
  if (errors.length > 0) throw invalid(errors)
}
