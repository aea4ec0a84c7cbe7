import { intakeUsers } from '@greenroom/contract/intake/intake.endpoints'
import { UserRecord } from '@greenroom/contract/intake/user-intake.schema'
import type { ModuleHost } from '../../module-host.ts'
import { on } from '../../platform/http/endpoint-route.ts'
import type { UserRemoval } from '../user/user-removal.service.ts'
import { oneByOne, storeBatch } from './intake-batch.ts'
import { createUserIntake } from './user-intake.service.ts'

/** Records from the provider's other systems. */
export function intakeModule(host: ModuleHost, { removal }: { removal: UserRemoval }): void {
  const users = createUserIntake({ removal })
  on(host, intakeUsers).handle((call, { body }) => storeBatch(call, body, UserRecord, oneByOne(users.store)))
}
