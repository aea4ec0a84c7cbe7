import type { ErrorCode, FieldError } from '@greenroom/contract/error'
import { AppError, invalid } from './app-error.ts'

/** @throws AppError VALIDATION at each record that is named twice */
export function refuseRepeated(given: readonly { id: string }[], member: string, message: string): void {
  const seen = new Set<string>()
  const repeated = given.flatMap(({ id }, at) => {
    const key = id.toLowerCase()
    if (!seen.has(key)) {
      seen.add(key)
      return []
    }
    return [{ path: `${member}.${at}.id`, message }]
  })
  if (repeated.length > 0) throw invalid(repeated)
}

/**
 * Prepares every record of a call that changes all of them or none, before the first is changed, so that the refusal
 * names every one that can't be.
 * @param names.member the member of the body that lists them
 * @param names.cannot what the message says of them: "can't be corrected"
 * @throws AppError VALIDATION or WRONG_STATE, with an error at the place of each refused record
 */
export async function prepareAll<Given, Prepared>(
  given: readonly Given[],
  { member, one, many, cannot }: { member: string; one: string; many: string; cannot: string },
  prepare: (one: Given) => Promise<Prepared>,
): Promise<Prepared[]> {
  const prepared: Prepared[] = []
  const problems: { code: ErrorCode; error: FieldError }[] = []
  for (const [at, item] of given.entries()) {
    try {
      prepared.push(await prepare(item))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const [field] = error.errors ?? []
      problems.push({
        code: error.code,
        error: { path: `${member}.${at}.${field?.path ?? 'id'}`, message: error.message },
      })
    }
  }
  if (problems.length === 0) return prepared
  const errors = problems.map(({ error }) => error)
  if (problems.every(({ code }) => code === 'VALIDATION')) throw invalid(errors)
  const some = `${errors.length} of ${given.length} ${given.length === 1 ? one : many} ${cannot}`
  const message =
    given.length === 1 && errors[0]
      ? errors[0].message
      : `${some}, so nothing was saved. Leave out the marked ones.`
  throw new AppError('WRONG_STATE', message, { errors })
}
