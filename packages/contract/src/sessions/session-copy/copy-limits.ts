/** Max number of dates to which a session is copied at once: half a year of weeks. */
export const mostCopies = 26

export const copyMessages = {
  startRequired: 'Start time is required',
  datesRequired: 'Choose at least one date',
  tooMany: `At most ${mostCopies} dates`,
  past: 'This time has already passed',
  twice: 'Another copy has this time',
} as const
