/** Copy of Undo (OQ-481). */
export const undoMessages = {
  pending: 'Undoing...',
  done: 'Undone',
  failed: 'Could not undo',
  again: 'Try again',
  changed: (now: string) =>
    `Somebody else has changed this meanwhile, so it was not undone.${now === '' ? '' : ` ${now}`}`,
  anyway: 'Put it back anyway',
  restored: 'Restored from the bin',
  moving: 'Moving to the bin...',
  moved: 'Moved to the bin',
  notMoved: 'Failed to move it to the bin',
} as const
