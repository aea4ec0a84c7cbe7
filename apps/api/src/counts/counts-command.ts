import { pino } from 'pino'
import { withDatabase } from '../command-database.ts'
import { failureMessage } from '../failure-message.ts'
import { createKysely, createPool } from '../platform/database/connect.ts'
import { checkCounts, recount } from '../platform/database/kept-counts.ts'
import { readSettings } from '../settings.ts'
import { allCounts } from './all-counts.ts'

const usage = `Usage: npm run counts                compares the stored counts with a recount
       npm run counts -- --repair    also replaces wrong counts; the program may go on running`

const repair = '--repair'
const log = pino({ level: 'silent' })

/** Prints a line for each list. Returns whether its counts are right now. */
async function run(options: string[]): Promise<boolean> {
  if (options.some((option) => option !== repair)) throw new Error(usage)
  return withDatabase(readSettings(process.env), log, async (url) => {
    const kysely = createKysely(createPool(url, { size: 1, log }))
    try {
      let isRight = true
      for (const counts of allCounts) {
        const wrong = await checkCounts(kysely, counts)
        if (wrong > 0 && options.includes(repair)) {
          await recount(kysely, counts)
          await checkCounts(kysely, counts)
          console.log(`Counts of ${counts.list}: ${wrong} were wrong and are repaired.`)
        } else if (wrong > 0) {
          isRight = false
          console.log(
            `Counts of ${counts.list}: ${wrong} are wrong. Repair them with: npm run counts -- --repair`,
          )
        } else {
          console.log(`Counts of ${counts.list}: right.`)
        }
      }
      return isRight
    } finally {
      await kysely.destroy()
    }
  })
}

run(process.argv.slice(2)).then(
  (isRight) => process.exit(isRight ? 0 : 1),
  (error: unknown) => {
    console.error(failureMessage(error) ?? (error instanceof Error ? error.message : error))
    process.exit(1)
  },
)
