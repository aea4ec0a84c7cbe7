import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import { endpoints } from '@greenroom/contract/endpoints'
import { failureMessage } from '../failure-message.ts'
import { publicUrlOf } from '../platform/identity/public-url.ts'
import { sandboxCredential } from '../platform/identity/sandbox-credential.ts'
import { isSystemError } from '../platform/system-error.ts'
import { readSettings, SettingsError } from '../settings.ts'
import { checkImportFile } from './check-file.ts'
import { readImportFile } from './import-file.ts'
import { loadProgress } from './import-progress.ts'
import { ImportRefused } from './import-refused.ts'
import { type SentRecord, sendRecords } from './send-records.ts'

/** The calls that take records, by the last part of their path. */
const kinds = new Map(
  endpoints.flatMap(({ endpoint }) =>
    endpoint.batchOf ? [[basename(endpoint.path), endpoint as Kind] as const] : [],
  ),
)
type Kind = EndpointDeclaration & { batchOf: NonNullable<EndpointDeclaration['batchOf']> }

const usage = `Usage: npm run import -- FILE [--as KIND] [--check]

FILE    records of one kind: NDJSON, or CSV with a line of column names
--as    ${[...kinds.keys()].join(', ')}; by default what the file's name begins with
--check only checks the file

GREENROOM_URL is the address of the server, by default this computer's. GREENROOM_KEY is an API key with the permission
intake.write; the sandbox needs none.`

/** How often progress is printed, in milliseconds. */
const progressPause = 1_000
/** Max number of refused lines that are printed. */
const mostPrinted = 1_000

async function run(): Promise<boolean> {
  const { file, kind, isCheckOnly } = readArguments()
  const name = basename(kind.path)
  const checked = await checkImportFile(file, kind.batchOf, (line, message) =>
    printLine(line, message, mostPrinted),
  )
  if (checked.bad > 0) {
    console.error(
      `${number(checked.bad)} of ${number(checked.bad + checked.good)} ${name} cannot be stored as they are. Nothing was sent.`,
    )
    return false
  }
  console.log(`Checked ${number(checked.good)} ${name}: all can be sent.`)
  if (isCheckOnly || checked.good === 0) return true
  return send(file, kind, checked.good).catch((error: unknown) => {
    if (error instanceof SettingsError || error instanceof ImportRefused) throw error
    throw new Error(`${reasonOf(error)}\nRun the same command again: it goes on where it stopped.`)
  })
}

async function send(file: string, kind: Kind, total: number): Promise<boolean> {
  const settings = readSettings(process.env)
  const server = (process.env.GREENROOM_URL ?? publicUrlOf(settings)).replace(/\/+$/, '')
  const credential = process.env.GREENROOM_KEY ?? (await sandboxCredential(settings, { server }))
  const name = basename(kind.path)
  const url = server + kind.path
  const progress = await loadProgress(file, url)
  if (progress.done > 0) console.log(`Going on after the ${number(progress.done)} that an earlier run sent.`)
  const begun = performance.now()
  let printed = begun
  let [stored, refused] = [0, 0]
  for await (const batch of sendRecords(recordsFrom(file, kind, progress.done), { url, credential })) {
    const done = progress.done + batch.done
    await progress.save(done)
    stored += batch.stored
    for (const { line, message } of batch.refused) printLine(line, message, mostPrinted - refused++)
    if (performance.now() - printed >= progressPause) {
      printed = performance.now()
      const perSecond = batch.done / ((printed - begun) / 1000)
      const left = Math.ceil((total - done) / perSecond)
      console.log(
        `${number(done)} of ${number(total)} (${Math.floor((100 * done) / total)} %), ${number(Math.round(perSecond))} a second, ${left} s left`,
      )
    }
  }
  await progress.finish()
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.log(
    `Sent ${number(stored + refused)} ${name} in ${seconds} s: ${number(stored)} stored, ${number(refused)} refused.`,
  )
  return refused === 0
}

async function* recordsFrom(file: string, kind: Kind, skipped: number): AsyncGenerator<SentRecord> {
  let count = 0
  for await (const one of readImportFile(file, kind.batchOf)) {
    if ('record' in one && ++count > skipped) yield one
  }
}

function readArguments(): { file: string; kind: Kind; isCheckOnly: boolean } {
  const { values, positionals } = parseArgs({
    options: { as: { type: 'string' }, check: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new SettingsError(usage)
  const named = values.as ?? [...kinds.keys()].find((name) => basename(file).startsWith(name))
  const kind = kinds.get(named ?? '')
  if (!kind) throw new SettingsError(`Say which records these are, with --as.\n\n${usage}`)
  return { file, kind, isCheckOnly: values.check === true }
}

function printLine(line: number, message: string, left: number): void {
  if (left > 0) console.error(`line ${line}: ${message}`)
  if (left === 0) console.error('More lines follow that are not printed.')
}

function number(value: number): string {
  return value.toLocaleString('en-IN')
}

function reasonOf(error: unknown): string {
  if (isSystemError(error, 'ENOENT')) return 'This file does not exist.'
  return failureMessage(error) ?? (error instanceof Error ? error.message : String(error))
}

run().then(
  (isComplete) => process.exit(isComplete ? 0 : 1),
  (error: unknown) => {
    console.error(reasonOf(error))
    process.exit(1)
  },
)
