import {
  type MasterclassGroup,
  masterclassAllows,
  masterclassGroup,
} from '@greenroom/contract/sessions/masterclass/masterclass.rules'
import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'

/** The groups whose masterclasses the wizard shows but does not edit. */
export type ClosedGroup = Exclude<MasterclassGroup, 'draft'>

/** Returns the group of a masterclass that cannot be edited; null for a draft (MC-10, OQ-134). */
export function closedGroup(masterclass: Masterclass): ClosedGroup | null {
  const group = masterclassGroup(masterclass, new Date())
  return masterclassAllows.edit(group) ? null : group
}
