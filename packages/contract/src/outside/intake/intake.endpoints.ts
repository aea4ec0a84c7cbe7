import { intakeEndpoint } from '../../intake-batch.ts'
import { MembershipRecord } from './membership-intake.schema.ts'
import { OrderRecord } from './order-intake.schema.ts'
import { UserRecord } from './user-intake.schema.ts'

/** Creates, changes and deletes people (OQ-400). */
export const intakeUsers = intakeEndpoint({
  name: 'intakeUsers',
  path: '/intake/users',
  summary: 'Send people',
  requirements: ['OQ-400'],
  batchOf: UserRecord,
})

/** Creates orders and moves them forward (OQ-403). */
export const intakeOrders = intakeEndpoint({
  name: 'intakeOrders',
  path: '/intake/orders',
  summary: 'Send orders',
  requirements: ['OQ-403'],
  batchOf: OrderRecord,
})

/** Creates, changes and ends memberships that people hold (OQ-407). */
export const intakeMemberships = intakeEndpoint({
  name: 'intakeMemberships',
  path: '/intake/memberships',
  summary: 'Send memberships that people hold',
  requirements: ['OQ-407'],
  batchOf: MembershipRecord,
})
