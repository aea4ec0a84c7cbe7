/** Messages for a save that conflicts with someone else's save (OQ-109). */
export const editConflictMessages = {
  merged: 'Someone else changed other fields. Both changes are saved.',
  alreadyMade: 'Someone else has already made this change.',
  theirsKept: "The other person's change was kept. Yours was not saved.",
  sameFields: 'Someone else changed the same fields.',
} as const
