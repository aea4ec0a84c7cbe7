/** Words for a save that met another person's save (OQ-109). */
export const editConflictMessages = {
  merged: 'Someone else had changed other fields. Both changes are saved.',
  sameFields: 'Someone else changed the same fields.',
} as const
