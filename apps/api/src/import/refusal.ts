import { isBlank } from '@greenroom/contract/field'
import { givenAt } from '@greenroom/contract/sent-record'

/** Why a record or its field is refused; without a path it is the record as a whole. */
export interface Refusal {
  path: string
  message: string
  /** What the record has there. */
  value?: string | undefined
}

/** Writes refusals for people, each with its field and the value. */
export function refusalText(refusals: readonly Refusal[]): string {
  return refusals
    .map(({ path, message, value }) => {
      const given = value === undefined || isBlank(value) ? '' : ` (given: "${givenAt(value, '')}")`
      return `${path && `${path}: `}${message}${given}`
    })
    .join('; ')
}
