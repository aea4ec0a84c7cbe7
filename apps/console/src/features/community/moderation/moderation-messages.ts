import type { ReportType } from '@greenroom/contract/community/moderation/moderation.schema'
import { postViewMessages } from '../../../shared/community/post-view/post-view-messages.ts'

/** Lines of a text that a card shows until it is expanded. */
export const mostLines = 6

/** Messages that differ between the queues (MOD-19 to MOD-22, OQ-069, OQ-110). */
export interface QueueMessages {
  /** Accessible name of the cards. */
  listLabel: string
  loading: string
  empty: string
  loadFailed: string
  ignoreFailed: string
  removeFailed: string
}

export const userQueueMessages: QueueMessages = {
  listLabel: 'Reported users',
  loading: 'Loading user reports...',
  empty: 'No user reports found',
  loadFailed: 'Error loading user reports.',
  ignoreFailed: 'Failed to ignore the user',
  removeFailed: 'Failed to delete the user',
}

export const postQueueMessages: QueueMessages = {
  listLabel: 'Reported posts',
  loading: 'Loading post reports...',
  empty: 'No post reports found',
  loadFailed: 'Error loading post reports.',
  ignoreFailed: 'Could not ignore report.',
  removeFailed: 'Could not delete report.',
}

export const commentQueueMessages: QueueMessages = {
  listLabel: 'Reported comments',
  loading: 'Loading reaction reports...',
  empty: 'No reaction reports found',
  loadFailed: 'Error loading reaction reports.',
  ignoreFailed: 'Failed to ignore the report',
  removeFailed: 'Failed to delete the comment',
}

/** Messages that all three queues share. */
export const queueMessages = {
  waiting: (count: string) => `${count} waiting`,
  ignore: 'Ignore',
  remove: 'Delete',
  emptyHelp: 'Member reports appear here.',
  noMatchHelp: (types: readonly ReportType[]) =>
    `Nothing is reported as ${types.map((type) => reportTypeLabels[type]).join(', ')}.`,
  clearFilters: 'Clear filters',
  stale: (help: string) => `The list could not be refreshed. ${help}`,
  /** @param action of the history; none if it isn't known who handled the card */
  handledBy: (name: string | undefined, action: string | undefined) => {
    if (name === undefined || action === undefined) return 'Handled by somebody else'
    const done = action.endsWith('ignore-reports')
      ? ': ignored'
      : action.endsWith('remove')
        ? ': deleted'
        : ''
    return `Handled by ${name}${done}`
  },
  openAt: (names: string) => `${names} ${names.includes(', ') ? 'are' : 'is'} looking at this`,
  reports: (count: number) => (count === 1 ? 'report' : 'reports'),
  reportsLabel: 'Open reports',
  hidden: 'Hidden',
  editedAt: (time: string) => `Edited in the public product, ${time}. Below is what was reported.`,
  deletedAt: (time: string) =>
    `Deleted in the public product, ${time}. Below is what was reported, kept for 30 days.`,
  now: 'Now it says: ',
  nowEmpty: 'Now it has no text.',
} as const

/** The toast of Ignore and Delete (MOD-19, MOD-20), which counts several of them (OQ-218). */
export const tallyMessages = {
  pending: 'Processing...',
  one: {
    ignored: 'Report Ignored!',
    removed: 'Report Deleted!',
    handled: 'Already handled by someone else.',
  },
  many: { ignored: 'ignored', removed: 'deleted', handled: 'already handled' },
} as const

/** Labels of the eight reasons (OQ-067). */
export const reportTypeLabels: Record<ReportType, string> = {
  offensive: 'Offensive',
  spam: 'Spam',
  misleading: 'Misleading',
  hate: 'Hate',
  illegal: 'Illegal',
  sensitive: 'Sensitive',
  other: 'Other',
  harassment: 'Harassment',
}

export const reportPanelMessages = {
  types: 'Report types',
  hint: 'No selection shows all types.',
  clear: 'Clear',
  keyboard: 'Keyboard',
  nextPrevious: 'Next, previous',
  ignore: 'Ignore',
  remove: 'Delete, then confirm',
  showPost: 'Show the post',
  keysHint: 'Works on the highlighted report.',
} as const

/** The question before a deletion (OQ-072), which names the item. */
export const removeMessages = {
  post: (author: string, comments: number) =>
    comments === 0
      ? `Delete the post by ${author}?`
      : `Delete the post by ${author} with its ${postViewMessages.comments(comments)}?`,
  postEffect: 'This deletes the post with its attachments and comments. The bin keeps it for 30 days.',
  comment: (author: string) => `Delete the comment by ${author}?`,
  commentEffect: 'This deletes the comment and its replies. The post stays. The bin keeps them for 30 days.',
  user: (name: string) => `Delete ${name}?`,
  userEffect:
    'This deletes the profile with all posts and comments. Orders and bookings stay. The bin keeps it for 30 days.',
  reports: 'Open reports',
  comments: 'Comments',
  remove: 'Delete',
  keys: ['Y', 'deletes', 'N', 'keeps'],
} as const

export const reportedUserMessages = {
  phone: 'Phone',
  email: 'Email',
  noDescription: 'No description.',
  copy: (what: string, name: string) => `Copy ${what} of ${name}`,
  copied: (what: string) => `${what} copied`,
} as const

export const reportedPostMessages = {
  by: (author: string) => `the post by ${author}`,
} as const

export const reportedCommentMessages = {
  showPost: 'Show post',
  onPost: 'Comment on a post',
  onComment: 'Reply to a comment',
  by: (author: string) => `the comment by ${author}`,
  postBy: (author: string) => `Post by ${author}`,
  noText: 'The post has no text.',
} as const
