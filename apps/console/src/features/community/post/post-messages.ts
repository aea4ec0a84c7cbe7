import { pinMessages } from '@greenroom/contract/community/post/post.endpoints'
import { formatNames, otherTypes, pictureTypes, videoTypes } from '@greenroom/contract/file-type'
import { postViewMessages } from '../../../shared/community/post-view/post-view-messages.ts'

/** The three tabs (POST-05). */
export const postTabLabels = { posts: 'Admin Posts', pinned: 'Pinned Posts', create: 'Create Post' } as const

/** Texts of the two lists. */
export const postListMessages = {
  /** POST-30 */
  posts: {
    cardsLabel: 'Admin posts',
    loading: 'Loading...',
    loadFailed: 'Error loading posts',
    empty: 'No posts available',
    emptyHelp: 'Posts appear here once they are created.',
  },
  /** POST-31 */
  pinned: {
    cardsLabel: 'Pinned posts',
    loading: 'Loading pinned posts...',
    loadFailed: 'Error loading pinned posts',
    empty: 'No pinned posts available',
    emptyHelp: 'Pinned posts appear here.',
  },
} as const

/** Texts of a card (POST-08, POST-09). */
export const postCardMessages = {
  edit: 'Edit Post',
  pin: 'Pin Post',
  unpin: 'Unpin Post',
  pinned: 'Pinned',
  id: 'ID',
  copyId: 'Copy post ID',
  idCopied: 'Post ID copied',
} as const

/** Texts of the search by activity ID (POST-07, POST-32, OQ-084). */
export const postSearchMessages = {
  label: 'Search by activity ID',
  hint: 'Press Enter to search.',
  clear: 'Clear search',
  loading: 'Loading post...',
  failed: (message: string) => `Error fetching post: ${message}`,
  found: 'Found post',
} as const

/** The toast of the pin toggle (POST-28, OQ-011). */
export const pinProgress = {
  pending: 'Pinning post...',
  success: (isPinned: boolean) => (isPinned ? pinMessages.pinned : pinMessages.unpinned),
  error: 'Failed to pin the post.',
} as const

/** The toasts of the editor (POST-29). The specification has no text for the pending state. */
export const postProgress = {
  create: {
    pending: 'Creating post...',
    success: 'Post created successfully',
    error: 'Failed to create post',
  },
  update: {
    pending: 'Updating post...',
    success: 'Post updated successfully',
    error: 'Failed to update post',
  },
  remove: {
    pending: 'Deleting post...',
    success: 'Post deleted successfully',
    error: 'Failed to delete post',
  },
} as const

/** Texts of the editor (POST-10 to POST-14, POST-17 to POST-20). */
export const postEditorMessages = {
  loading: 'Loading post...',
  loadFailed: 'Cannot fetch this post.',
  foreign: "Only the provider's own posts can be edited",
  foreignHelp: 'Posts of members are handled in Moderation. They can be pinned.',
  toPosts: 'Go to Admin Posts',
  editing: (time: string) => `Editing the post of ${time}.`,
  post: 'Post',
  update: 'Update',
  cancel: 'Cancel',
  delete: 'Delete Post',
  deleteTitle: 'Delete this post?',
  deleteEffect: (comments: number) =>
    comments === 0
      ? 'This deletes the post with its attachments and votes. The bin keeps it for 30 days.'
      : `This deletes the post with its ${postViewMessages.comments(comments)}, attachments and votes. The bin keeps it for 30 days.`,
  cancelTitle: 'Leave without saving?',
  cancelConfirm: 'Leave',
  cancelStay: 'Stay',
  cancelEffect: 'What you wrote is not posted and will be lost.',

  message: 'Message',
  placeholder: 'Write Something...',
  tags: 'Tags',
  findTags: 'Find a tag',
  noTag: 'No tag has this name',

  preview: 'Preview',
  previewEmpty: 'What you write appears here as members will see it.',
  previewLoading: 'Loading preview...',

  attachmentSection: 'Attachments',
  addAttachments: 'Add attachments',
  closeAttachments: 'Close attachments',
  attachmentsLoading: 'Loading attachments...',
  attachmentHint: 'Up to 10 images, one video and one file, each less than 50 MB.',
  choose: 'Choose a file',
  orDrop: 'or drop it here',
  drop: 'Drop to attach',
  formats: [
    formatNames(pictureTypes).join(', '),
    formatNames(videoTypes).join(', '),
    `${formatNames(otherTypes).slice(0, 5).join(', ')} and ${otherTypes.length - 5} other formats`,
  ].join(' · '),
  oneAtATime: 'Attach one file at a time',
  replacesVideo: 'Another video replaces this one.',
  replacesFile: 'Another file replaces this one.',
  replacesStoredVideo: 'Replaces the stored video once the post is updated.',
  replacesStoredFile: 'Replaces the stored file once the post is updated.',
  remove: (name: string) => `Remove ${name}`,
  storedImage: (place: number) => `image ${place}`,
  storedVideo: 'the video',
  storedFile: 'the file',
  images: 'Images',
  previewOf: (name: string) => `Preview of ${name}`,
  cannotPlay: "This browser can't play it, but you can attach it.",

  pollSection: 'Create a Poll',
  pollHint: 'Members vote once the post is published.',
  removePoll: 'Remove poll',
  option: (place: number) => `Option ${place}`,
  removeOption: (place: number) => `Remove option ${place}`,
  addOption: 'Add option',
  votes: postViewMessages.votes,
  votesLost: (count: number) =>
    `A changed or removed option loses its votes: ${postViewMessages.votes(count)} in total.`,
  pollLost: (count: number) => `The poll is deleted with its ${postViewMessages.votes(count)}.`,
  days: 'Duration in days',
  daysWrong: 'Enter a whole number of days, at least 1',
  daysTooMany: 'Should not exceed 3650 days',
  ends: (time: string) => `Ends ${time}`,
  willEnd: (time: string) => `Will end ${time}`,
  ended: (time: string) => `Ended ${time}. Changing the duration opens it again.`,
  allowMultiple: 'Allow several answers',

  pin: 'Pin Post',
  pinHint: 'Pinned posts have their own list. Unpin them on their card.',
} as const
