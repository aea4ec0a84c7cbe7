import { createItemRemoval } from './modules/community/moderation/item-removal.service.ts'
import { createModerationService } from './modules/community/moderation/moderation.service.ts'
import { createUserRemoval } from './modules/community/user/user-removal.service.ts'
import { createBinDisposal } from './modules/desk/bin/bin-disposal.service.ts'
import type { TestApp } from './test-app.ts'

/**
 * Creates the services that delete what members write, as the program does, for tests that call them without HTTP.
 * @param authorId the user in whose name staff write
 */
export function removalsOf(app: TestApp, authorId: string) {
  const { files } = app.app
  const disposal = createBinDisposal({ files })
  const items = createItemRemoval({ files, disposal })
  const removal = createUserRemoval({ files, disposal, settings: { ADMIN_POST_USER_ID: authorId } })
  return { items, removal, moderation: createModerationService({ items, removal }) }
}
