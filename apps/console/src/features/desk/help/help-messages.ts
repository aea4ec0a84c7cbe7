/** Texts of the guide's screen; guide.ts has its pages. */
export const helpMessages = {
  fullSize: 'Open in full size',
  list: 'Pages of the guide',
  intro: 'How the daily jobs are done, step by step. Choose what you want to do.',
  all: 'All pages',
  effect: 'What people notice',
  undo: 'What can be undone',
  see: 'See also',
  notPermitted: "Your role doesn't include the screens without a link. Ask an owner for access.",
  unknown: 'The guide has no such page.',
} as const
