import { intakeMessages } from '@greenroom/contract/intake/intake-batch'
import { invalid } from '../../platform/app-error.ts'
import type { Call } from '../../platform/call.ts'

/** How far another system's clock may be ahead, in milliseconds. */
const clockSkew = 60 * 60 * 1_000

/**
 * Returns a time that another system sent.
 * @param path the field that a refusal names
 * @throws AppError VALIDATION for a time in the future, which would make every later record an old one
 */
export function pastTime({ now }: Call, path: string, text: string): Date {
  const time = new Date(text)
  if (time.getTime() > now.getTime() + clockSkew) throw invalid([{ path, message: intakeMessages.future }])
  return time
}
