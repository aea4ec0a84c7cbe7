import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import type { ClosedGroup } from './masterclass-closed.ts'

// Apart from the messages of the list, because its first load has no room for these.

/** Labels of the attendance types (MC-02). */
export const attendanceTypeNames = {
  hybrid: 'Hybrid',
  virtual: 'Virtual',
  'in-person': 'In-person',
} as const satisfies Record<Masterclass['attendance_type'], string>

/** The question before a masterclass is deactivated (MC-16). */
export const masterclassDeactivateMessages = {
  title: 'Deactivate masterclass?',
  effect: (title: string) => `“${title}” moves to Draft and its payment page stops selling.`,
  seats: 'Registered people',
  name: 'Title',
  /** What the masterclass is like when the Undo is refused because somebody else has changed it. */
  now: (isActive: boolean) => (isActive ? 'It is published now.' : 'It is a draft now.'),
} as const

/** Steps and buttons of the wizard (MC-18, MC-20, MC-21, MC-26, OQ-032). */
export const masterclassWizardMessages = {
  steps: ['Masterclass Details', 'Price Details', 'Joining Details'],
  next: 'Next',
  back: 'Back',
  saveDraft: 'Save in draft',
  /** The publish button of a new masterclass. */
  publishNew: 'Publish Event',
  /** The publish button of a stored one. */
  publishStored: 'Publish',
} as const

/** Why a masterclass that is not a draft cannot be edited (MC-10, OQ-134). */
export const masterclassClosedMessages = {
  active: "This masterclass is published, so it can't be edited. Deactivate it to make it a draft again.",
  past: 'This masterclass has begun, so it can no longer be edited.',
  back: 'Back to masterclasses',
  noLinks: 'No links.',
  offLink: (url: string) => `${url} (not active)`,
} as const satisfies Record<ClosedGroup, string> & Record<string, unknown>

/** The toasts of each write. */
export const masterclassProgress = {
  /** MC-43 */
  create: {
    pending: 'Creating Masterclass',
    success: 'Masterclass Created',
    error: 'Could not create masterclass.',
  },
  /** MC-44; the toast adds the reason. */
  publish: {
    pending: 'Publishing Masterclass',
    success: 'Masterclass Published',
    error: 'Could not publish masterclass.',
  },
  /** MC-45 */
  update: {
    pending: 'Updating Masterclass Details',
    success: 'Updated Masterclass Details',
    error: 'Could not update Masterclass.',
  },
  /** MC-17; the specification has no messages for it, so they follow those of publishing. */
  deactivate: {
    pending: 'Deactivating Masterclass',
    success: 'Masterclass Deactivated',
    error: 'Could not deactivate masterclass.',
  },
} as const
