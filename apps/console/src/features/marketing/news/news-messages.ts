/** Messages of the list. */
export const newsListMessages = {
  tabsLabel: 'News status',
  tabs: { current: 'Current', inactive: 'Inactive' },
  cardsLabel: 'News snippets',
  loading: 'Loading news snippets...',
  empty: 'No news snippets to show.',
  emptyHelp: {
    current: 'Snippets that members see appear here.',
    inactive: 'Inactive snippets appear here. Members do not see them.',
  },
  loadFailed: 'Cannot fetch news snippets.',
} as const

/** Messages of a card. */
export const newsCardMessages = {
  toBin: 'Move to bin',
  source: 'Source',
  edit: 'Edit',
} as const

/** Messages of the form; its labels are NEWS-06. */
export const newsFormMessages = {
  picture: 'Picture',
  pictureHint: 'Shown beside the heading.',
  thumbnail: 'Thumbnail',
  snippet: 'Snippet',
  snippetHint: 'The text that members read.',
  title: 'Title',
  description: 'Description',
  source: 'Source',
  sourceHint: 'Who published it.',
  referenceLink: 'Reference Link',
  visibility: 'Visibility',
  active: 'Active',
  activeHint: 'Inactive snippets are hidden from members. Find them under Inactive.',
  create: 'Create News Snippet',
  update: 'Update News Snippet',
  storedThumbnail: 'The stored thumbnail',
  loading: 'Loading news snippet...',
  loadFailed: 'Cannot fetch this news snippet.',
} as const

/** Toasts of a save (NEWS-17, NEWS-18). */
export const newsSaveMessages = {
  create: {
    pending: 'Creating News Snippet...',
    success: 'Created News Snippet!',
    error: 'Could not create news snippet.',
  },
  update: {
    pending: 'Updating News Snippet...',
    success: 'Updated News Snippet!',
    error: 'Could not update news snippet.',
  },
} as const
