import { intakeUsers } from '@greenroom/contract/outside/intake/intake.endpoints'
import type { Site } from './site-context.ts'
import { storeOne } from './store-one.ts'
import { externalIdOf, type Visitor } from './visitor.ts'

/**
 * Sends a visitor to Greenroom, as a product does when somebody opens an account.
 * @throws IntakeRefusal with the message for the visitor
 */
export async function sendVisitor(
  { intake, now }: Pick<Site, 'intake' | 'now'>,
  visitor: Visitor,
): Promise<void> {
  await storeOne(intake, intakeUsers, {
    external_id: externalIdOf(visitor),
    first_name: visitor.firstName,
    last_name: visitor.lastName,
    email: visitor.email,
    phone: visitor.phone,
    changed_at: now(),
  })
}
