import { moderationMessages } from '@greenroom/contract/community/moderation/moderation.schema'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import type { Files } from '../../../platform/files/files.ts'
import type { Settings } from '../../../settings.ts'
import type { BinDisposal } from '../../desk/bin/bin-disposal.service.ts'
import { keepInBin } from '../../desk/bin/bin-keeping.service.ts'
import { findUser } from './user.repository.ts'
import { nameOf } from './user.service.ts'
import {
  attachmentsOfUser,
  countWorks,
  deleteUser,
  ignoreRecordsUntil,
  isPictureShared,
  lockPostsOfUser,
  lockUser,
} from './user-removal.repository.ts'

export type UserRemoval = ReturnType<typeof createUserRemoval>

/** Deletes people, for moderators and for the systems that send people. */
export function createUserRemoval({
  files,
  disposal,
  settings,
}: {
  files: Pick<Files, 'releaseAll'>
  disposal: Pick<BinDisposal, 'disposeAccount'>
  settings: Pick<Settings, 'ADMIN_POST_USER_ID'>
}) {
  return {
    /**
     * Deletes a user with their posts, comments, files and all reports about these. Orders and bookings keep the
     * person's details (OQ-071). Call it in a transaction.
     * @param changedAt records of the person that another system changed until then don't bring them back (OQ-401)
     * @param options.check runs when the user and the posts are locked; may refuse, and returns what the history keeps
     * beside the user's details
     * @param options.toBin whether the bin keeps them; what is already there goes for good otherwise (OQ-479)
     * @returns null if the user does not exist
     * @throws AppError WRONG_STATE if the provider posts in this user's name (OQ-122)
     */
    async remove(
      call: Call,
      id: string,
      changedAt: Date,
      { check = async () => ({}), toBin }: { check?: () => Promise<Record<string, unknown>>; toBin: boolean },
    ): Promise<{ binId: string | null } | null> {
      await ignoreRecordsUntil(call.db, id, changedAt)
      const user = (await lockUser(call.db, id)) ? await findUser(call.db, id) : undefined
      const wasInBin = !toBin && (await disposal.disposeAccount(call, id))
      if (!user) return wasInBin ? { binId: null } : null
      if (id === settings.ADMIN_POST_USER_ID) {
        throw new AppError('WRONG_STATE', moderationMessages.providerAuthor)
      }
      await lockPostsOfUser(call.db, id)
      const checked = await check()
      const works = await countWorks(call.db, id)
      const attachments = await attachmentsOfUser(call.db, id)
      const picture = user.profile_picture_key
      const isPictureFree = picture !== null && !(await isPictureShared(call.db, picture, id))
      const binId = toBin
        ? await keepInBin(call, { kind: 'user', id, label: nameOf(user), permission: 'moderation.write' })
        : null
      await deleteUser(call.db, id)
      if (!toBin) await files.releaseAll(call.db, isPictureFree ? [...attachments, picture] : attachments)
      await recordAudit(call, {
        action: 'user.remove',
        entityType: 'user',
        entityId: id,
        label: nameOf(user),
        before: {
          first_name: user.first_name,
          last_name: user.last_name,
          email: user.email,
          phone: user.phone,
          username: user.username,
          description: user.description,
          created_at: user.created_at.toISOString(),
          posts: works.posts,
          comments: works.comments,
          attachments: attachments.length,
          ...checked,
        },
      })
      return { binId }
    },
  }
}
