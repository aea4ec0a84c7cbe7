export const masterclassGroups = ['active', 'draft', 'past'] as const
export type MasterclassGroup = (typeof masterclassGroups)[number]

interface Grouped {
  is_active: boolean
  start_time: string | Date
}

/**
 * Returns the group of a masterclass at an instant (MC-06, OQ-028): past once it has started; before that active if
 * published, else draft. One that starts at this very instant is not past.
 */
export function masterclassGroup(masterclass: Grouped, now: Date): MasterclassGroup {
  if (new Date(masterclass.start_time).getTime() < now.getTime()) return 'past'
  return masterclass.is_active ? 'active' : 'draft'
}

/** What staff may do with a masterclass of a group; the cards' buttons follow it. */
export const masterclassAllows = {
  edit: (group: MasterclassGroup): group is 'draft' => group === 'draft',
  deactivate: (group: MasterclassGroup) => group === 'active',
  publish: (group: MasterclassGroup) => group === 'draft',
  addCoupon: (group: MasterclassGroup) => group !== 'past',
} as const
