import { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import * as z from 'zod/mini'
import { formDraft } from '../../shared/form-draft/form-draft.ts'
import { MasterclassFormValues } from './masterclass-form-values.ts'

const MasterclassDraft = z.object({
  values: MasterclassFormValues,
  /** The step that was shown and the furthest one that was reached, 0 to 2. */
  step: z.int().check(z.gte(0), z.lte(2)),
  visited: z.int().check(z.gte(0), z.lte(2)),
  /** A file cannot be kept: picked ones have to be picked again (OQ-012). */
  banner: z.enum(['kept', 'removed', 'picked']),
  /** What an edit was based on, so that it is still compared with that and not with what others saved since. */
  base: z.nullable(Masterclass),
})
export type MasterclassDraft = z.output<typeof MasterclassDraft>

/** The wizard's temporary state (MC-20). */
export const masterclassDraft = formDraft('masterclass', MasterclassDraft)
