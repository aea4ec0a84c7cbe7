import { intakeMemberships, intakeOrders, intakeUsers } from '@greenroom/contract/intake/intake.endpoints'
import { mostIntakeRecords } from '@greenroom/contract/intake/intake-batch'
import { MembershipRecord } from '@greenroom/contract/intake/membership-intake.schema'
import { OrderRecord } from '@greenroom/contract/intake/order-intake.schema'
import { readOrder as readOrderEndpoint } from '@greenroom/contract/intake/order-read.endpoints'
import { UserRecord } from '@greenroom/contract/intake/user-intake.schema'
import type { ModuleHost } from '../../module-host.ts'
import { on } from '../../platform/http/endpoint-route.ts'
import type { MembershipService } from '../membership/membership.service.ts'
import type { GatewayEventService } from '../refund/gateway-event.service.ts'
import type { UserRemoval } from '../user/user-removal.service.ts'
import { oneByOne, storeBatch } from './intake-batch.ts'
import { createMembershipIntake } from './membership-intake.service.ts'
import { createOrderIntake } from './order-intake.service.ts'
import { readOrder } from './order-read.service.ts'
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
  const orders = createOrderIntake({ events })
  const held = createMembershipIntake({ memberships })
  on(host, intakeUsers).handle((call, { body }) => storeBatch(call, body, UserRecord, oneByOne(users.store)))
  on(host, intakeOrders).handle((call, { body }) =>
    storeBatch(call, body, OrderRecord, orders.store, { chunk: mostIntakeRecords }),
  )
  on(host, readOrderEndpoint).handle(async (call, { params }) => ({
    data: await readOrder(call, params.external_id),
  }))
  on(host, intakeMemberships).handle((call, { body }) => storeBatch(call, body, MembershipRecord, held.store))
}
