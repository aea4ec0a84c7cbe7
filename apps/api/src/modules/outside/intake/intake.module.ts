import { mostIntakeRecords } from '@greenroom/contract/intake-batch'
import {
  intakeMemberships,
  intakeOrders,
  intakeUsers,
} from '@greenroom/contract/outside/intake/intake.endpoints'
import { MembershipRecord } from '@greenroom/contract/outside/intake/membership-intake.schema'
import { OrderRecord } from '@greenroom/contract/outside/intake/order-intake.schema'
import { UserRecord } from '@greenroom/contract/outside/intake/user-intake.schema'
import { readOrder as readOrderEndpoint } from '@greenroom/contract/outside/public-read/order-read.endpoints'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import type { UserRemoval } from '../../community/user/user-removal.service.ts'
import type { MembershipService } from '../../money/membership/membership.service.ts'
import type { GatewayEventService } from '../../money/refund/gateway-event.service.ts'
import { readOrder } from '../public-read/order-read.service.ts'
import { oneByOne, storeBatch } from './intake-batch.ts'
import { withConsents } from './intake-consent.ts'
import { createMembershipIntake } from './membership-intake.service.ts'
import { createOrderIntake } from './order-intake.service.ts'
import { createUserIntake } from './user-intake.service.ts'

/** Records from the provider's other systems. */
export function intakeModule(
  host: ModuleHost,
  {
    removal,
    events,
    memberships,
  }: { removal: UserRemoval; events: GatewayEventService; memberships: MembershipService },
): void {
  const users = createUserIntake({ removal })
  const orders = createOrderIntake({ events, settings: host.settings })
  const held = createMembershipIntake({ memberships })
  on(host, intakeUsers).handle((call, { body }) =>
    storeBatch(call, body, UserRecord, withConsents('account', oneByOne(users.store))),
  )
  on(host, intakeOrders).handle((call, { body }) =>
    storeBatch(call, body, OrderRecord, withConsents('order', orders.store), { chunk: mostIntakeRecords }),
  )
  on(host, readOrderEndpoint).handle(async (call, { params }) => ({
    data: await readOrder(call, params.external_id),
  }))
  on(host, intakeMemberships).handle((call, { body }) => storeBatch(call, body, MembershipRecord, held.store))
}
