import { address } from '@greenroom/contract/staff/staff/staff.schema'
import { pino } from 'pino'
import { withDatabase } from './command-database.ts'
import { failureMessage } from './failure-message.ts'
import { createSessionService } from './modules/staff/session/session.service.ts'
import { createStaffService } from './modules/staff/staff/staff.service.ts'
import { AppError } from './platform/app-error.ts'
import { startCall } from './platform/call.ts'
import { systemClock } from './platform/clock.ts'
import { createKysely, createPool } from './platform/database/connect.ts'
import { inTransaction } from './platform/database/database.ts'
import { migrateDatabase } from './platform/database/migrate.ts'
import { readSettings } from './settings.ts'

const usage = `Usage: npm run owner -- EMAIL    makes this address an owner, also while the program runs
DATA_DIR or DATABASE_URL say which database, as for the program itself.`

const log = pino({ level: 'silent' })

async function run(given: string[]): Promise<void> {
  const email = address.safeParse(given[0])
  if (given.length !== 1 || !email.success) throw new Error(usage)
  const settings = readSettings(process.env)
  await withDatabase(settings, log, async (url) => {
    await migrateDatabase({ url }, log)
    const kysely = createKysely(createPool(url, { size: 1, log }))
    // Running processes follow by themselves, within seconds.
    const directory = { forget: () => undefined }
    const staff = createStaffService({
      directory,
      sessions: createSessionService({ directory, idleMinutes: settings.SESSION_IDLE_MINUTES }),
      isListed: () => false,
      givesRoles: () => false,
    })
    try {
      const { was } = await inTransaction(kysely, (db) =>
        staff.makeOwner(startCall({ db, clock: systemClock }), email.data),
      )
      console.log(
        was === null
          ? `${email.data} is invited as an owner.`
          : `${email.data} is an owner now. Before: ${was.is_disabled ? `${was.role}, disabled` : was.role}.`,
      )
      console.log('The next account that signs in with this address takes it. Earlier sessions of it ended.')
    } finally {
      await kysely.destroy()
    }
  })
}

run(process.argv.slice(2)).catch((error: unknown) => {
  const isPlain = error instanceof AppError || (error instanceof Error && error.message === usage)
  console.error(isPlain ? error.message : (failureMessage(error) ?? error))
  process.exit(1)
})
