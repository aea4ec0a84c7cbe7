import * as z from 'zod/mini'
import { isRecordId, reference } from '../../field.ts'
import { changedAt, externalId, recordTime } from '../../intake-batch.ts'

export const membershipIntakeMessages = {
  membership: 'Enter the id of the membership',
  unknownMembership: 'This membership does not exist',
  startsAt: 'Enter when the membership starts',
  endsAt: 'A membership ends after its start',
  orderReference: 'Enter the reference of the order',
} as const

/** A membership that a person holds. It is the whole membership: one that is left open has no end. */
export const MembershipRecord = z
  .object({
    external_id: externalId(),
    /** The person, who may be sent later. */
    user_external_id: externalId(),
    membership_id: reference(membershipIntakeMessages.membership).check(
      z.refine(isRecordId, { error: membershipIntakeMessages.membership }),
    ),
    starts_at: recordTime(membershipIntakeMessages.startsAt),
    ends_at: z.optional(recordTime('Enter when the membership ends')),
    /** Ends the membership before `ends_at`. It may be in the future. */
    cancelled_at: z.optional(recordTime('Enter when the membership was cancelled')),
    /** `external_id` of the order that paid for it. */
    order_reference: z.optional(externalId(membershipIntakeMessages.orderReference)),
    changed_at: changedAt(),
  })
  .check(
    z.refine(
      ({ starts_at, ends_at }) => ends_at === undefined || Date.parse(ends_at) > Date.parse(starts_at),
      { error: membershipIntakeMessages.endsAt, path: ['ends_at'] },
    ),
  )
export type MembershipRecord = z.output<typeof MembershipRecord>
