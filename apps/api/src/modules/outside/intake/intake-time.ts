import { intakeClockSkew, intakeMessages } from '@greenroom/contract/intake-batch'
import { invalid } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'

/**
 * Returns a time that another system sent. The record's schema has refused times that are too old.
 * @param path the field that a refusal names
 * @throws AppError VALIDATION for a time in the future, which would make every later record an old one
 */
export function pastTime({ now }: Call, path: string, text: string): Date {
  const time = new Date(text)
  if (time.getTime() > now.getTime() + intakeClockSkew)
    throw invalid([{ path, message: intakeMessages.future }])
  return time
}
