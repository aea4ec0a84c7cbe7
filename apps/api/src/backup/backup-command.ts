import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { withDatabase } from '../command-database.ts'
import { failureMessage } from '../failure-message.ts'
import { findRunningPostgres } from '../platform/database/embedded-postgres.ts'
import { chooseFileStore } from '../platform/files/choose-file-store.ts'
import { readSettings } from '../settings.ts'
import { makeBackup } from './backup.ts'
import { secureSeries } from './document-series.ts'
import { BackupError, type Manifest } from './manifest.ts'
import { restoreBackup, withClient } from './restore.ts'

const usage = `Usage: npm run backup -- [folder]     copies database and files; the program may go on running
       npm run restore -- <folder> [--last-number <number>]... [--erasures <file>]
                                      brings a copy back into an empty place
       npm run new-series [-- --last-number <number>...]
                                      after another kind of restore, before the program starts
--last-number names the last invoice and the last credit note that were given, such as GR/2627/000123. Without it
documents continue in a new series.
--erasures names greenroom-erasures.json of the former file store, if this one is new: its people are erased again.
DATA_DIR, DATABASE_URL, FILES_URL and the others say where, as for the program itself.`

/** Exit code for a backup that is finished but lacks files. */
const incomplete = 2

const log = pino({ level: 'silent' })
const tell = (words: string) => console.log(words)

async function run(options: string[]): Promise<void> {
  const { values, positionals } = parsed(options)
  const [command, folder] = positionals
  const lastNumbers = values['last-number'] ?? []
  const settings = readSettings(process.env)
  const numbers = { prefix: settings.INVOICE_SERIES, lastNumbers }
  const store = chooseFileStore(settings)
  if (command === 'backup') {
    const target = resolve(folder ?? join('backups', new Date().toISOString().replaceAll(':', '-')))
    const manifest = await withDatabase(settings, log, (url) => makeBackup({ url, store }, target, tell))
    const bytes = manifest.files.reduce((sum, file) => sum + file.byte_size, 0)
    tell(
      `The backup is in ${target}: ${manifest.files.length} files of ${megabytes(bytes)} and the database.`,
    )
    for (const { key, reason } of manifest.missing) console.error(`The file ${key} is missing: ${reason}.`)
    if (manifest.missing.length > 0) {
      console.error(`${missingFiles(manifest)}. Everything else is in it; manifest.json lists them.`)
      process.exitCode = incomplete
    }
    return
  }
  if (command === 'restore' && folder) {
    if (!settings.DATABASE_URL && (await findRunningPostgres(join(settings.DATA_DIR, 'postgres')))) {
      throw new BackupError(
        `A Greenroom is running on ${settings.DATA_DIR}. Stop it, or restore into another folder.`,
      )
    }
    const erasures = values.erasures === undefined ? undefined : await readFile(values.erasures, 'utf8')
    const scratch = settings.DATA_DIR
    await mkdir(scratch, { recursive: true })
    const manifest = await withDatabase(
      settings,
      log,
      (url) => restoreBackup({ url, store, scratch, log }, resolve(folder), tell, numbers, erasures),
      { isNew: true },
    )
    if (manifest.missing.length > 0)
      tell(`${missingFiles(manifest)}. Their records are restored without them.`)
    tell(`The backup of ${manifest.made_at} is restored. Start the program as usual.`)
    return
  }
  if (command === 'new-series') {
    await withDatabase(settings, log, (url) =>
      withClient(url, async (client) => {
        tell(await secureSeries(client, { ...numbers, now: new Date(), by: 'new-series' }))
      }),
    )
    return
  }
  throw new BackupError(usage)
}

function parsed(options: string[]) {
  try {
    return parseArgs({
      args: options,
      allowPositionals: true,
      options: { 'last-number': { type: 'string', multiple: true }, erasures: { type: 'string' } },
    })
  } catch {
    throw new BackupError(usage)
  }
}

function missingFiles({ missing }: Manifest): string {
  return `The backup lacks ${missing.length} files`
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof BackupError ? error.message : (failureMessage(error) ?? error))
  process.exit(1)
})
