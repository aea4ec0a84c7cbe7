import { pino } from 'pino'
import { withDatabase } from './command-database.ts'
import { failureMessage } from './failure-message.ts'
import { createKysely, createPool } from './platform/database/connect.ts'
import { migrateDatabase } from './platform/database/migrate.ts'
import { chooseFileStore } from './platform/files/choose-file-store.ts'
import { adoptFileStore } from './platform/files/file-store-owner.ts'
import { createFileSweep } from './platform/files/file-sweep.ts'
import { readSettings } from './settings.ts'

const usage = `Usage: npm run files:adopt    hands the file store to this database
       npm run files:sweep    moves all unused files to the trash, however many they are
DATA_DIR, DATABASE_URL, FILES_URL and the others say where, as for the program itself.`

const log = pino({ level: 'silent' })

async function run([command]: string[]): Promise<void> {
  if (command !== 'adopt' && command !== 'sweep') throw new Error(usage)
  const settings = readSettings(process.env)
  const store = chooseFileStore(settings)
  await withDatabase(settings, log, async (url) => {
    await migrateDatabase({ url }, log)
    const pool = createPool(url, { size: 2, log })
    const db = createKysely(pool)
    try {
      if (command === 'adopt') {
        const previous = await adoptFileStore(db, store)
        const from = previous ? `was of database ${previous} and` : 'had no owner and'
        console.log(`The file store ${store.place} ${from} now belongs to this database.`)
      } else {
        const moved = await createFileSweep({ store, db, log }).sweepAll(new Date())
        console.log(`Moved ${moved} unused files to the trash of ${store.place}.`)
      }
    } finally {
      await pool.end()
    }
  })
}

run(process.argv.slice(2)).catch((error: unknown) => {
  const isUsage = error instanceof Error && error.message === usage
  console.error(isUsage ? usage : (failureMessage(error) ?? error))
  process.exit(1)
})
