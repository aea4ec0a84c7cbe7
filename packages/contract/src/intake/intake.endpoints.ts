import { intakeEndpoint } from './intake-batch.ts'
import { UserRecord } from './user-intake.schema.ts'

/** Creates, changes and deletes people (OQ-400). */
export const intakeUsers = intakeEndpoint({
  name: 'intakeUsers',
  path: '/intake/users',
  summary: 'Send people',
  requirements: ['OQ-400'],
  batchOf: UserRecord,
})
