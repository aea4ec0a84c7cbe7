import { createBinDisposal } from './modules/bin/bin-disposal.service.ts'
import { createItemRemoval } from './modules/moderation/item-removal.service.ts'
import { createModerationService } from './modules/moderation/moderation.service.ts'
import { createUserRemoval } from './modules/user/user-removal.service.ts'
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
