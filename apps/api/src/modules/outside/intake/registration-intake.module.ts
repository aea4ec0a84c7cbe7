import {
  intakeAttendance,
  intakeRegistrations,
} from '@greenroom/contract/sessions/registration/registration.endpoints'
import { AttendanceRecord, SignUpRecord } from '@greenroom/contract/sessions/registration/registration.schema'
import type { ModuleHost } from '../../../module-host.ts'
import { on } from '../../../platform/http/endpoint-route.ts'
import { lockSeats, storeAttendance, storeSignUp } from '../../sessions/registration/sign-up.service.ts'
import { oneByOne, storeBatch } from './intake-batch.ts'
import { withConsents } from './intake-consent.ts'
import { pastTime } from './intake-time.ts'
import { accountIdsOf } from './user-intake.service.ts'

export function registrationIntakeModule(host: ModuleHost): void {
  on(host, intakeRegistrations).handle((call, { body }) =>
    storeBatch(
      call,
      body,
      SignUpRecord,
      withConsents('registration', async (inside, records: SignUpRecord[]) => {
        await lockSeats(inside, records)
        const accounts = await accountIdsOf(
          inside,
          records.flatMap(({ user }) => user.external_id ?? []),
        )
        return oneByOne((one, record: SignUpRecord) => {
          for (const path of ['registered_at', 'changed_at'] as const) pastTime(one, path, record[path])
          const _id = accounts.get(record.user.external_id ?? '') ?? record.user._id
          return storeSignUp(one, { ...record, user: { ...record.user, _id } })
        })(inside, records)
      }),
    ),
  )
  on(host, intakeAttendance).handle((call, { body }) =>
    storeBatch(
      call,
      body,
      AttendanceRecord,
      oneByOne((one, record: AttendanceRecord) => {
        pastTime(one, 'attended_at', record.attended_at)
        return storeAttendance(one, record)
      }),
    ),
  )
}
