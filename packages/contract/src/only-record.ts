import * as z from 'zod/mini'
import { isRecordId } from './field.ts'

/** Shows one record of a list alone. */
export const onlyRecord = z.optional(
  z.string().check(z.refine(isRecordId, { error: 'id must be the id of a record' })),
)
