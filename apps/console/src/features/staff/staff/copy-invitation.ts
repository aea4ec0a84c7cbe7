import type { Role } from '@greenroom/contract/access/permission'
import { roleTexts } from '@greenroom/contract/access/role-texts'
import { copyWithToast } from '../../../lib/copy-text.ts'
import { inviteMessages as messages } from './staff-messages.ts'

/** Copies what the person who invites sends by their own means: Greenroom sends no e-mail. */
export function copyInvitation({ email, role }: { email: string; role: Role }): Promise<void> {
  const text = messages.invitation(email, roleTexts[role].name, window.location.origin)
  return copyWithToast(text, messages.copied)
}
