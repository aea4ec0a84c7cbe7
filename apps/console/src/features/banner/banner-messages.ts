import {
  bannerFileRule,
  bannerMessages,
  type bannerPages,
  type redirectTypes,
} from '@greenroom/contract/banner/banner.schema'
import { formatNames, oneOf } from '@greenroom/contract/file-type'

/** Copy of the list. */
export const listWords = {
  toggleLabel: 'Banner status',
  /** BAN-03 */
  tabs: { active: 'Active', inactive: 'Inactive' },
  cardsLabel: 'Banners',
  /** BAN-20 */
  loading: 'Loading banners...',
  loadFailed: 'Error loading banners.',
  /** BAN-21 */
  empty: { active: 'No active banners available.', inactive: 'No inactive banners available.' },
  emptyHelp: {
    active: 'Banners of the home screen appear here.',
    inactive: 'Deleted banners appear here. Is Active in the form restores one.',
  },
} as const

/** Words of a card. */
export const cardWords = {
  priority: (priority: number) => `Priority ${priority}`,
  edit: 'Edit',
  delete: 'Delete',
  video: 'Video',
  files: (count: number) => `${count} files`,
  starts: 'Starts',
  ends: 'Ends',
  /** OQ-078: is_active alone decides; these only say that now is not its time. */
  timing: { scheduled: 'Scheduled', ended: 'Ended' },
  moreFields: (count: number) => (count === 1 ? '1 more field' : `${count} more fields`),
} as const

/** The question before a soft delete (BAN-14, OQ-078). */
export const deleteWords = {
  title: (priority: number) => `Delete the banner with priority ${priority}?`,
  effect: 'It leaves the home screen and moves to Inactive. Is Active in its form brings it back.',
  yes: 'Yes',
  no: 'No',
} as const

/** The alerts (BAN-10, BAN-13, BAN-19, OQ-010). */
export const alertWords = {
  tooLarge: bannerMessages.tooLarge,
  required: bannerMessages.required,
  deleted: 'Banner deleted successfully!',
  notDeleted: 'Banner deletion failed!',
  updated: 'Banner updated successfully!',
  created: 'Banner created successfully!',
  notSaved: 'Failed to save banner.',
  ok: 'OK',
} as const

/** BAN-07 */
export const redirectNames = { external: 'External', internal: 'Internal' } as const satisfies Record<
  (typeof redirectTypes)[number],
  string
>
export const pageNames = { events: 'Events', webinars: 'Webinars' } as const satisfies Record<
  (typeof bannerPages)[number],
  string
>

/** Words of the form. */
export const formWords = {
  files: 'Files',
  filesHint: 'Images and videos, shown in this order.',
  addFiles: 'Choose files',
  orDrop: 'or drop them here',
  drop: 'Drop to upload',
  /** BAN-11, followed by what counts (OQ-073). */
  formats: `${oneOf(formatNames(bannerFileRule.mediaTypes))}:`,
  limits: 'photos up to 10 MB, videos up to 100 MB.',
  total: '10 MB in total per banner.',
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
  reversed: 'The end is before the start.',
  redirect: 'Redirect',
  redirectHint: 'Where a tap on the banner leads.',
  redirectType: 'Redirect type',
  url: 'URL',
  page: 'Page',
  entityId: 'Entity ID',
  entityIdHint: 'Of the event or webinar. A custom field may take its place.',
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
  isActiveHint: 'An inactive banner stays stored and is not shown.',
  /** BAN-09 */
  create: 'Create Banner',
  update: 'Update Banner',
  sending: 'Sending the files',
  lostFiles: 'the files',
  loading: 'Loading banner...',
  loadFailed: 'Error loading banner.',
} as const

/** What is said at a field that is missing; the alert says the specification's sentence (BAN-13). */
export const missingWords = {
  files: 'Add at least one file',
  start_time: 'Pick a start time',
  end_time: 'Pick an end time',
  redirect_type: 'Choose where the banner leads',
  redirect_link: 'Enter a URL',
  page: 'Choose a page',
  entity_id: 'Enter an entity ID or a custom field',
} as const

/** What is wrong with a custom field (OQ-076). */
export const customFieldWords = {
  nameMissing: 'Enter a name',
  valueMissing: 'Enter a value',
  nameTwice: 'This name is used twice',
} as const
