import { dayIn } from '@greenroom/contract/calendar-day'
import type pg from 'pg'
import { financialYearOf, newSeriesCode, readSerial, serialOf } from '../modules/document/document-serial.ts'
import { BackupError } from './manifest.ts'

/**
 * Keeps a database that went back in time from giving a document number twice: numbers that were given after the moment
 * of the backup are unknown to it. Opens a new series, or continues after the last numbers that somebody names.
 * @param lastNumbers serials of the last documents, one for each series; none opens a new series
 * @returns what was done, for the operator
 * @throws BackupError if a serial cannot be read, is lower than one in the database, or one is missing
 */
export async function secureSeries(
  client: pg.ClientBase,
  { lastNumbers, now, by }: { lastNumbers: readonly string[]; now: Date; by: string },
): Promise<string> {
  if (lastNumbers.length > 0) return continueAfter(client, lastNumbers, now)
  const code = newSeriesCode(now)
  await client.query(
    `insert into document_series (code, opened_at, opened_by) values ($1, $2, $3) 
     on conflict (code) do update set opened_at = excluded.opened_at, opened_by = excluded.opened_by`,
    [code, now, by],
  )
  const example = serialOf({ prefix: 'GR', code }, financialYearOf(dayIn(now, 'Asia/Kolkata')), 1)
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

async function continueAfter(
  client: pg.ClientBase,
  lastNumbers: readonly string[],
  now: Date,
): Promise<string> {
  const given = readNumbers(lastNumbers)
  const { rows: counters } = await client.query<{
    series: string
    financial_year: number
    last_number: number
  }>('select series, financial_year, last_number from invoice_counter')
  const isSame = (a: { series: string }, year: number) => (b: { series: string; financialYear: number }) =>
    a.series === b.series && year === b.financialYear
  const thisYear = financialYearOf(dayIn(now, 'Asia/Kolkata'))
  for (const counter of counters.filter((row) => row.financial_year === thisYear)) {
    if (!given.some(isSame(counter, thisYear))) {
      throw new BackupError(
        `Name the last number of the series ${counter.series} as well, with another --last-number.`,
      )
    }
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
