import { formatNames, oneOf } from '@greenroom/contract/file-type'
import {
  bannerFileRule,
  bannerMessages,
  type bannerPages,
  type redirectTypes,
} from '@greenroom/contract/marketing/banner/banner.schema'

/** Messages of the list. */
export const bannerListMessages = {
  toggleLabel: 'Banner status',
  tabs: { active: 'Active', inactive: 'Inactive' },
  cardsLabel: 'Banners',
  loading: 'Loading banners...',
  loadFailed: 'Error loading banners.',
  moved: (place: number, count: number) => `Moved to ${place} of ${count}`,
  empty: { active: 'No active banners available.', inactive: 'No inactive banners available.' },
  emptyHelp: {
    active: 'Banners show on the home screen. Add the first one.',
    inactive: 'Deleted banners appear here. Turn on Is Active to show them again.',
  },
} as const

/** Messages of a card. */
export const bannerCardMessages = {
  toBin: 'Move to bin',
  priority: (priority: number) => `Priority ${priority}`,
  edit: 'Edit',
  delete: 'Delete',
  updating: 'Updating banner',
  move: (name: string) => `Move ${name}`,
  moveHint: 'Drag, or use the arrow keys',
  video: 'Video',
  files: (count: number) => `${count} files`,
  starts: 'Starts',
  ends: 'Ends',
  /** Shown outside the banner's dates; only is_active hides a banner (OQ-078). */
  timing: { scheduled: 'Scheduled', running: 'Running', ended: 'Ended' },
  moreFields: (count: number) => (count === 1 ? '1 more field' : `${count} more fields`),
} as const

/** The question before a soft delete (BAN-14, OQ-078). */
export const bannerDeleteMessages = {
  title: (priority: number) => `Delete the banner with priority ${priority}?`,
  effect: 'Hidden from the home screen. Find it under Inactive and turn on Is Active to show it again.',
  confirm: 'Delete',
  cancel: 'Cancel',
  now: (isActive: boolean) => (isActive ? 'The banner is active now.' : 'The banner is inactive now.'),
} as const

/** The messages of saves and deletes (BAN-10, BAN-13, BAN-19, OQ-010). */
export const bannerSaveMessages = {
  tooLarge: bannerMessages.tooLarge,
  required: bannerMessages.required,
  deleted: 'Banner deleted successfully!',
  notDeleted: 'Banner deletion failed!',
  updated: 'Banner updated successfully!',
  created: 'Banner created successfully!',
  notSaved: 'Failed to save banner.',
} as const

/** Labels of the redirect types (BAN-07). */
export const bannerRedirectLabels = { external: 'External', internal: 'Internal' } as const satisfies Record<
  (typeof redirectTypes)[number],
  string
>
export const bannerPageLabels = { events: 'Events', webinars: 'Webinars' } as const satisfies Record<
  (typeof bannerPages)[number],
  string
>

/** Messages of the form. */
export const bannerFormMessages = {
  files: 'Files',
  filesHint: 'Images and videos, shown in this order.',
  addFiles: 'Choose files',
  orDrop: 'or drop them here',
  drop: 'Drop to upload',
  /** The limit that applies, and the hint of BAN-11 (OQ-073). */
  total: 'All files together: at most 10 MB.',
  formats: `${oneOf(formatNames(bannerFileRule.mediaTypes))}.`,
  limits: 'This total comes before the limits of one file: photos up to 10 MB, videos up to 100 MB.',
  used: (size: string, limit: string) => `${size} of ${limit}`,
  image: 'Image',
  noPreview: 'No preview',
  video: 'Video',
  stored: 'Saved',
  removeFile: (name: string) => `Remove ${name}`,
  time: 'Time',
  timeHint: 'When the banner is shown, in your time zone.',
  startTime: 'Start time',
  endTime: 'End time',
  redirect: 'Redirect',
  redirectHint: 'What opens when a member taps the banner.',
  redirectType: 'Redirect type',
  url: 'URL',
  page: 'Page',
  entityId: 'Entity ID',
  entityIdHint: 'The event or webinar that opens. A custom field can replace it.',
  customFields: 'Custom fields',
  customField: (place: number) => `Custom field ${place}`,
  name: 'Name',
  value: 'Value',
  addField: 'Add field',
  removeField: (place: number) => `Remove custom field ${place}`,
  place: 'Place',
  order: 'Order number',
  orderHint: 'The lowest number comes first.',
  isActive: 'Is Active',
  isActiveHint: 'Inactive banners are kept but not shown.',
  create: 'Create Banner',
  update: 'Update Banner',
  loading: 'Loading banner...',
  loadFailed: 'Error loading banner.',
} as const

/** The picker of an event or webinar. */
export const bannerEntityMessages = {
  list: 'Events and webinars',
  placeholder: 'Search by title, or paste an ID',
  noPage: 'Choose a page first',
  loading: 'Loading…',
  empty: 'Nothing on this page matches.',
  none: 'There is nothing on this page yet. Create it first: this form keeps what you entered.',
  failed: 'The list could not be loaded.',
  clear: 'Remove entity',
  latest: (count: number) => `The latest ${count} are searched. Paste the ID of an older one.`,
} as const

/** Errors at missing fields; the alert has the specification's message (BAN-13). */
export const missingFieldMessages = {
  files: 'Add at least one file',
  start_time: 'Pick a start time',
  end_time: 'Pick an end time',
  redirect_type: 'Choose where the banner leads',
  redirect_link: 'Enter a URL',
  page: 'Choose a page',
  entity_id: 'Enter an entity ID or a custom field',
} as const

/** Errors at custom fields (OQ-076). */
export const customFieldMessages = {
  nameMissing: 'Enter a name',
  valueMissing: 'Enter a value',
  nameTwice: 'This name is used twice',
} as const
