import { creatorListMessages } from '../../../shared/sessions/creator-picker/creator-list-messages.ts'

/** Copy of the Creators screen (CRE-01, CRE-09, OQ-110). */
export const creatorScreenMessages = {
  ...creatorListMessages,
  loadFailed: creatorListMessages.failed,
  tabs: { all: 'All Creators', create: 'Create Creator' },
  cardsLabel: 'Creators',
  emptyHelp: 'Creators host your classes. Add the first one.',
  create: 'Create Creator',
  search: 'Search creators',
  searchPlaceholder: 'Search by name or e-mail',
  /** Without the permission for personal data. */
  searchNames: 'Search by name',
  noMatch: (text: string) => `No name or e-mail contains “${text}”.`,
  hosted: (count: number) => (count === 1 ? '1 class hosted' : `${count} classes hosted`),
  next: (start: string, title: string) => `Next ${start}, ${title}`,
  noNext: 'No next class',
  clearSearch: 'Clear search',
} as const
