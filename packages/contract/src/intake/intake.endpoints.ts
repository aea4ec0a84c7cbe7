import { intakeEndpoint } from './intake-batch.ts'
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
