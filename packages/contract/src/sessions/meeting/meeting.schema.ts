import * as z from 'zod/mini'

/** All meeting accounts (LIM-08). */
export const meetingAccounts = ['zoom_1', 'zoom_2', 'zoom_3', 'zoom_4'] as const
/** The accounts that forms offer (LIM-08). If a record has another one, its form offers that one too. */
export const offeredMeetingAccounts = ['zoom_1', 'zoom_4'] as const
export type MeetingAccount = (typeof meetingAccounts)[number]

const meetingAccountRequired = 'Zoom account is required'
export const MeetingAccount = z.enum(meetingAccounts, { error: meetingAccountRequired })

/** A published session on the same account at the same time (OQ-112). */
export const MeetingClash = z.object({
  _id: z.string(),
  kind: z.enum(['masterclass', 'webinar']),
  title: z.string(),
  start_time: z.string(),
  end_time: z.string(),
})
export type MeetingClash = z.output<typeof MeetingClash>

/** Returned next to data by a write that books a place over a clash: publishing, activating, moving (OQ-112). */
export const ClashWarning = z.object({
  code: z.literal('MEETING_CLASH'),
  message: z.string(),
  clashes: z.array(MeetingClash),
})
export type ClashWarning = z.output<typeof ClashWarning>

/** The member next to data of such a response; absent without a clash. */
export const clashWarnings = { warnings: z.optional(z.array(ClashWarning)) } as const

/** How many calls of a day may create or change meetings of one host. Zoom's own limit; its day is that of UTC. */
export const mostMeetingCalls = 100
