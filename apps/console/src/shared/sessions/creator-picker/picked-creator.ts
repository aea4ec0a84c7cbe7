import * as z from 'zod/mini'
import { personName } from '../../../lib/person-name.ts'

/** What a form keeps of the chosen creator. */
export const PickedCreator = z.object({
  _id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
})
export type PickedCreator = z.output<typeof PickedCreator>

/** Returns the text of a chosen creator: name and e-mail. */
export function creatorLabel(creator: PickedCreator): string {
  return `${personName(creator)} · ${creator.email}`
}
