import { mostCopies } from '@greenroom/contract/sessions/session-copy/copy-limits'

/** Copy of the dialog and the toasts of copies on several dates (OQ-513). */
export const copyDatesMessages = {
  title: (title: string) => `Repeat “${title}” on dates`,
  help: (start: string, length: string) =>
    `The original begins ${start}. Each copy is a draft that lasts ${length}, with its pictures, prices and links. Coupons and registrations stay with the original.`,
  series: 'Series',
  count: 'Number of dates',
  countRange: `From 1 to ${mostCopies}`,
  every: 'Repeat',
  everyWeeks: { 1: 'Every week', 2: 'Every 2 weeks', 4: 'Every 4 weeks' },
  dates: 'Dates of the copies',
  date: (number: number) => `Date ${number}`,
  account: (number: number) => `Zoom account ${number}`,
  remove: (number: number) => `Leave out date ${number}`,
  add: 'Add a date',
  warnings: (count: number) =>
    count === 1
      ? 'One date clashes. Its copy can be created, and is checked again when it is published.'
      : `${count} dates clash. Their copies can be created, and are checked again when they are published.`,
  notChecked: 'The Zoom accounts could not be checked. Each copy is checked when it is published.',
  what: 'the dates',
  none: 'No copy was created.',
  cancel: 'Cancel',
  create: (count: number) => (count === 1 ? 'Create 1 draft' : `Create ${count} drafts`),
  createAndPublish: (count: number) => `Create and publish ${count}`,
  /** Above the findings of the check, if some copies can't be published. */
  partly: 'Copies that must be changed stay drafts.',
  publishing: (done: number, count: number) => `Publishing: ${done} of ${count} done`,
  published: outcomeText,
  kept: 'Not published',
  openForm: 'Open the form',
  showDrafts: 'Show the drafts',
  publishProgress: { pending: 'Creating and publishing', error: 'No copy was created.' },
  progress: {
    pending: 'Creating the drafts',
    success: (count: number) => (count === 1 ? '1 draft created' : `${count} drafts created`),
    error: 'No copy was created.',
  },
} as const

/** @param kept how many stay drafts */
function outcomeText(published: number, kept: number): string {
  if (kept === 0) return `${published} published`
  const stays = kept === 1 ? '1 stays a draft' : `${kept} stay drafts`
  return published === 0 ? `None published: ${stays}` : `${published} published, ${stays}`
}
