/** Copy of Undo (OQ-481). */
export const undoMessages = {
  pending: 'Undoing...',
  done: 'Undone',
  failed: 'Could not undo',
  again: 'Try again',
  changed: (now: string) =>
    `Someone else has changed this since, so it was not undone.${now === '' ? '' : ` ${now}`}`,
  anyway: 'Undo anyway',
  restored: 'Restored from the bin',
  moving: 'Moving to the bin...',
  moved: 'Moved to the bin',
  notMoved: 'Failed to move it to the bin',
} as const
