import { personName } from '../../../lib/person-name.ts'

/** Messages and labels of a displayed post. */
export const postViewMessages = {
  picture: (place: number, of: number) => (of === 1 ? 'Picture' : `Picture ${place} of ${of}`),
  openPicture: (place: number, of: number) =>
    of === 1 ? 'Open the picture larger' : `Open picture ${place} of ${of} larger`,
  pictures: 'Pictures',
  pictureMissing: "This picture can't be shown.",
  previous: 'Previous',
  next: 'Next',
  video: 'Video',
  videoFailed: "This browser can't play the video.",
  audio: 'Audio',
  audioFailed: "This browser can't play the recording.",
  pdf: 'PDF document',
  pdfPreview: 'Preview of the PDF document',
  file: (extension: string) => (extension === '' ? 'File' : `${extension.toUpperCase()} file`),
  open: 'Open',
  download: 'Download',
  textOf: (name: string) => `the post of ${name}`,
  tags: 'Tags',
  poll: 'Poll',
  ends: (time: string) => `Ends ${time}`,
  ended: (time: string) => `Ended ${time}`,
  votes: (count: number) => `${count} ${count === 1 ? 'vote' : 'votes'}`,
  severalAnswers: 'Several answers allowed',
  likes: (count: number) => `${count} ${count === 1 ? 'like' : 'likes'}`,
  comments: (count: number) => `${count} ${count === 1 ? 'comment' : 'comments'}`,
  unnamed: 'Unnamed member',
  opc: 'OPC',
} as const

/** Messages of the dialog that shows one post. */
export const postDialogMessages = {
  title: 'Post',
  loading: 'Loading the post...',
  failed: 'Error loading the post.',
  gone: 'This post no longer exists.',
  goneHelp: 'Its comments were deleted with it.',
} as const

/** Returns a member's name for display. */
export function memberName(member: Parameters<typeof personName>[0]): string {
  return personName(member) || postViewMessages.unnamed
}
