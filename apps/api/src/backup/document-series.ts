import { dayIn, taxTimeZone } from '@greenroom/contract/calendar-day'
import { financialYearOf } from '@greenroom/contract/money/gst-return/gst-return.rules'
import type pg from 'pg'
import {
  creditNotePrefix,
  debitNotePrefix,
  financialNotePrefix,
  newSeriesCode,
  readSerial,
  serialOf,
  seriesName,
} from '../modules/money/document/document-serial.ts'
import { BackupError } from './manifest.ts'

interface Securing {
  /** Serials of the last documents, one for each series; none opens a new series. */
  lastNumbers: readonly string[]
  /** The prefix of invoices, from the settings. */
  prefix: string
  now: Date
  by: string
}

/**
 * Keeps a database that went back in time from giving a document number twice: numbers that were given after the moment
 * of the backup are unknown to it. Opens a new series, or continues after the last numbers that somebody names.
 * @returns what was done, for the operator
 * @throws BackupError if a serial cannot be read, is lower than one in the database, or one is missing
 */
export async function secureSeries(client: pg.ClientBase, securing: Securing): Promise<string> {
  const { lastNumbers, prefix, now, by } = securing
  if (lastNumbers.length > 0) return continueAfter(client, securing)
  const code = newSeriesCode(now)
  await client.query(
    `insert into document_series (code, opened_at, opened_by) values ($1, $2, $3)
     on conflict (code) do update set opened_at = excluded.opened_at, opened_by = excluded.opened_by`,
    [code, now, by],
  )
  const example = serialOf({ prefix, code }, yearOf(now), 1)
  return `Documents continue in the new series ${code} (for example ${example}), so that no number is given twice.`
}

/** @throws BackupError for a text that is no document number */
export function readNumbers(lastNumbers: readonly string[]) {
  return lastNumbers.map((text) => {
    const serial = readSerial(text)
    if (!serial) throw new BackupError(`${text} is no document number such as GR/2627/000123.`)
    return { ...serial, text }
  })
}

interface Counter {
  series: string
  financial_year: number
  last_number: number
}

async function continueAfter(client: pg.ClientBase, securing: Securing): Promise<string> {
  const given = readNumbers(securing.lastNumbers)
  const { rows: counters } = await client.query<Counter>(
    'select series, financial_year, last_number from invoice_counter',
  )
  for (const { series, financial_year } of await continuing(client, counters, securing)) {
    if (given.some((one) => one.series === series && one.financialYear === financial_year)) continue
    const [prefix = '', code = ''] = series.split('-')
    const none = serialOf({ prefix, code }, financial_year, 0)
    throw new BackupError(
      `Name the last number of the series ${series} as well, with another --last-number: ${none} if it has none.`,
    )
  }
  for (const { series, financialYear, number, text } of given) {
    const known = counters.find((row) => row.series === series && row.financial_year === financialYear)
    if (known && known.last_number > number) {
      throw new BackupError(`${text} cannot be the last number: the backup has a later one of its series.`)
    }
  }
  for (const { series, financialYear, number } of given) {
    await client.query(
      `insert into invoice_counter (series, financial_year, last_number) values ($1, $2, $3)
       on conflict (series, financial_year) do update set last_number = excluded.last_number`,
      [series, financialYear, number],
    )
  }
  return `Documents continue after ${given.map(({ text }) => text).join(' and ')}.`
}

/**
 * Returns the series that documents can still be numbered in: those of invoices and notes in this financial year,
 * also without a number in the backup, and those of the last one until its return of March is filed.
 */
async function continuing(
  client: pg.ClientBase,
  counters: readonly Counter[],
  { prefix, now }: Securing,
): Promise<Pick<Counter, 'series' | 'financial_year'>[]> {
  const { rows } = await client.query<{ code: string }>(
    'select code from document_series order by opened_at desc, code desc limit 1',
  )
  const code = rows[0]?.code ?? ''
  const year = yearOf(now)
  const years = (await isLastYearOpen(client, counters, year)) ? [year, year - 1] : [year]
  const of = (one: string, financial_year: number) => ({
    series: seriesName({ prefix: one, code }),
    financial_year,
  })
  const named = [
    ...years.flatMap((each) => [prefix, creditNotePrefix(prefix)].map((one) => of(one, each))),
    // Never dated into the last year.
    ...[debitNotePrefix(prefix), financialNotePrefix(prefix)].map((one) => of(one, year)),
  ]
  return [...named, ...counters.filter((row) => years.includes(row.financial_year))]
}

/** A document is dated when its money moved, unless the return of that month is filed. */
async function isLastYearOpen(
  client: pg.ClientBase,
  counters: readonly Counter[],
  year: number,
): Promise<boolean> {
  if (!counters.some((row) => row.financial_year === year - 1)) return false
  const { rowCount } = await client.query(
    'select from gst_period where month = $1 and filed_at is not null',
    [`${year}-03`],
  )
  return rowCount === 0
}

function yearOf(now: Date): number {
  return financialYearOf(dayIn(now, taxTimeZone))
}
