import { existsSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import type { EndpointDeclaration } from '@greenroom/contract/endpoint'
import { endpoints } from '@greenroom/contract/endpoints'
import { failureMessage } from '../failure-message.ts'
import { publicUrlOf } from '../platform/identity/public-url.ts'
import { sandboxCredential } from '../platform/identity/sandbox-credential.ts'
import { isSystemError } from '../platform/system-error.ts'
import { readSettings, SettingsError } from '../settings.ts'
import { lineChecker } from './check-file.ts'
import { type ImportTable, readImportFile, separatorNames } from './import-file.ts'
import { type ImportProgress, loadProgress } from './import-progress.ts'
import { ImportRefused } from './import-refused.ts'
import { openRefusedRows, type RefusedRows } from './refused-rows.ts'
import { type SentRecord, sendRecords } from './send-records.ts'

/** The calls that take records, by the last part of their path. */
const kinds = new Map(
  endpoints.flatMap(({ endpoint }) =>
    endpoint.batchOf ? [[basename(endpoint.path), endpoint as Kind] as const] : [],
  ),
)
type Kind = EndpointDeclaration & { batchOf: NonNullable<EndpointDeclaration['batchOf']> }

const usage = `Usage: npm run import -- FILE [--as KIND] [--check] [--skip-bad-rows REFUSED]

FILE             records of one kind: NDJSON, or CSV with a line of column names
--as             ${[...kinds.keys()].join(', ')}; by default what the file's name begins with
--check          only checks the file
--skip-bad-rows  sends the good records and writes the others into the file REFUSED, with the reasons

GREENROOM_URL is the address of the server, by default this computer's. GREENROOM_KEY is an API key with the permission
intake.write; the sandbox needs none.`

/** How often progress is printed, in milliseconds. */
const progressPause = 1_000
/** Max number of refused lines that are printed. */
const mostPrinted = 1_000

/** A file that is being imported. */
interface Import {
  file: string
  kind: Kind
  /** Tells why a line cannot be stored; null if it can. */
  check: ReturnType<typeof lineChecker>
  /** How the file is written, once its first line is read; undefined for NDJSON. */
  table: ImportTable | undefined
}

/** Where a file is sent, and how far it came. */
interface Target {
  server: string
  url: string
  progress: ImportProgress
}

async function run(): Promise<boolean> {
  const { file, kind, isCheckOnly, refusedFile } = readArguments()
  const work: Import = { file, kind, check: lineChecker(kind.batchOf), table: undefined }
  const target = isCheckOnly ? undefined : await targetOf(file, kind)
  // An earlier run has written the rows that the check refuses.
  const isGoingOn = !!target?.progress.done && refusedFile !== undefined && existsSync(refusedFile)
  // One that ended before it sent anything may have written some of them.
  if (target && !target.progress.done && refusedFile && target.progress.refusedFile === refusedFile) {
    rmSync(refusedFile, { force: true })
  }
  const rows =
    refusedFile === undefined || isCheckOnly
      ? undefined
      : openRefusedRows(refusedFile, { file, table: () => work.table, isGoingOn })
  if (rows && refusedFile && !isGoingOn) await target?.progress.begin(refusedFile)
  const name = basename(kind.path)
  const { good, bad } = await checkFile(work, isGoingOn ? undefined : rows)
  if (bad > 0) {
    console.error(`${number(bad)} of ${number(bad + good)} ${name} cannot be stored as they are.`)
    if (!rows) {
      if (!isCheckOnly) console.error('Nothing was sent. To send the others, add --skip-bad-rows REFUSED.')
      return false
    }
  } else console.log(`Checked ${number(good)} ${name}: all can be sent.`)
  if (good === 0) await target?.progress.finish()
  const isStored = !target || good === 0 || (await send(work, target, { total: good, rows }).catch(toGoOn))
  const isComplete = isStored && bad === 0
  if (rows && !isComplete) {
    console.log(`The refused rows are in ${refusedFile}. Correct them there, and import that file.`)
  }
  return isComplete
}

function toGoOn(error: unknown): never {
  if (error instanceof SettingsError || error instanceof ImportRefused) throw error
  throw new Error(`${reasonOf(error)}\nRun the same command again: it goes on where it stopped.`)
}

/** Reads a whole file before anything is sent. */
async function checkFile(
  work: Import,
  rows: RefusedRows | undefined,
): Promise<{ good: number; bad: number }> {
  let [good, bad] = [0, 0]
  for await (const line of linesOf(work)) {
    const problem = work.check(line)
    if (problem === null) good++
    else {
      printLine(line.line, problem, mostPrinted - bad++)
      rows?.add(line.source, problem)
    }
  }
  const { separator = ',' } = work.table ?? {}
  if (separator !== ',') console.log(`The cells of this file are separated by ${separatorNames[separator]}.`)
  return { good, bad }
}

function linesOf(work: Import) {
  return readImportFile(work.file, work.kind.batchOf, (table) => {
    work.table = table
  })
}

async function targetOf(file: string, kind: Kind): Promise<Target> {
  const server = (process.env.GREENROOM_URL ?? publicUrlOf(readSettings(process.env))).replace(/\/+$/, '')
  const url = server + kind.path
  return { server, url, progress: await loadProgress(file, url) }
}

async function send(
  work: Import,
  { server, url, progress }: Target,
  { total, rows }: { total: number; rows: RefusedRows | undefined },
): Promise<boolean> {
  const credential =
    process.env.GREENROOM_KEY ?? (await sandboxCredential(readSettings(process.env), { server }))
  const name = basename(work.kind.path)
  if (progress.done > 0) console.log(`Going on after the ${number(progress.done)} that an earlier run sent.`)
  const begun = performance.now()
  let printed = begun
  let [stored, refused] = [0, 0]
  const records = recordsFrom(work, progress.done)
  for await (const batch of sendRecords(records, { url, credential })) {
    const done = progress.done + batch.done
    for (const { line, source, message } of batch.refused) {
      printLine(line, message, mostPrinted - refused++)
      // Before the progress is saved, so that none is missing after a break.
      rows?.add(source, message)
    }
    await progress.save(done)
    stored += batch.stored
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

async function* recordsFrom(work: Import, skipped: number): AsyncGenerator<SentRecord> {
  let count = 0
  for await (const one of linesOf(work)) {
    if (work.check(one) === null && ++count > skipped) yield one
  }
}

function readArguments(): {
  file: string
  kind: Kind
  isCheckOnly: boolean
  refusedFile: string | undefined
} {
  const { values, positionals } = parseArgs({
    options: { as: { type: 'string' }, check: { type: 'boolean' }, 'skip-bad-rows': { type: 'string' } },
    allowPositionals: true,
  })
  const [file] = positionals
  if (file === undefined || positionals.length > 1) throw new SettingsError(usage)
  const named = values.as ?? [...kinds.keys()].find((name) => basename(file).startsWith(name))
  const kind = kinds.get(named ?? '')
  if (!kind) throw new SettingsError(`Say which records these are, with --as.\n\n${usage}`)
  return { file, kind, isCheckOnly: values.check === true, refusedFile: values['skip-bad-rows'] }
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
