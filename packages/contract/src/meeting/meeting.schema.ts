import * as z from 'zod/mini'

/** The meeting accounts that exist (LIM-08). */
export const meetingAccounts = ['zoom_1', 'zoom_2', 'zoom_3', 'zoom_4'] as const
/** The ones that forms offer (LIM-08); a record may hold another, which its form then offers too. */
export const offeredMeetingAccounts = ['zoom_1', 'zoom_4'] as const
export type MeetingAccount = (typeof meetingAccounts)[number]

export const meetingAccountRequired = 'Zoom account is required'
export const MeetingAccount = z.enum(meetingAccounts, { error: meetingAccountRequired })

/** A published session that lies on the same account at the same time (OQ-112). */
export const MeetingClash = z.object({
  _id: z.string(),
  kind: z.enum(['masterclass', 'webinar']),
  title: z.string(),
  start_time: z.string(),
  end_time: z.string(),
})
export type MeetingClash = z.output<typeof MeetingClash>

/** Sent beside the data by a write that books a place over a clash: publishing, turning on, moving (OQ-112). */
export const ClashWarning = z.object({
  code: z.literal('MEETING_CLASH'),
  message: z.string(),
  clashes: z.array(MeetingClash),
})
export type ClashWarning = z.output<typeof ClashWarning>

/** The member beside data that such a write responds with; absent without a clash. */
export const clashWarnings = { warnings: z.optional(z.array(ClashWarning)) } as const
