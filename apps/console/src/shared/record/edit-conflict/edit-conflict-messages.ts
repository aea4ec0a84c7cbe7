/** Messages for a save that conflicts with someone else's save (OQ-109). */
export const editConflictMessages = {
  merged: 'Someone else changed other fields. Both changes are saved.',
  alreadyMade: 'Somebody else has already made this change.',
  theirsKept: 'The change of somebody else stays. Nothing of yours was saved.',
  sameFields: 'Someone else changed the same fields.',
} as const
