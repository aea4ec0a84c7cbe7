import { join } from 'node:path'
import { pino } from 'pino'
import { withDatabase } from './command-database.ts'
import { failureMessage } from './failure-message.ts'
import { createKysely, createPool } from './platform/database/connect.ts'
import { migrateDatabase } from './platform/database/migrate.ts'
import { chooseFileStore } from './platform/files/choose-file-store.ts'
import { adoptFileStore } from './platform/files/file-store-owner.ts'
import { createFileSweep } from './platform/files/file-sweep.ts'
import { cleanStoredPictures } from './platform/files/picture-cleaning.ts'
import { readSettings } from './settings.ts'

const usage = `Usage: npm run files:adopt    hands the file store to this database
       npm run files:sweep    moves all unused files to the trash, however many they are
       npm run files:clean    removes metadata from pictures that were stored by earlier versions
DATA_DIR, DATABASE_URL, FILES_URL and the others say where, as for the program itself.`

const log = pino({ level: 'silent' })

async function run([command]: string[]): Promise<void> {
  if (command !== 'adopt' && command !== 'sweep' && command !== 'clean') throw new Error(usage)
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
      } else if (command === 'clean') {
        const { checked, changed, unreadable } = await cleanStoredPictures(db, store, {
          spoolFolder: join(settings.DATA_DIR, 'spool'),
          onProgress: (done) => console.log(`Looked at ${done.checked} pictures, cleaned ${done.changed}.`),
        })
        console.log(`All ${checked} pictures are clean; ${changed} were not before.`)
        for (const key of unreadable) console.log(`${key} can’t be read and stays as it is.`)
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
