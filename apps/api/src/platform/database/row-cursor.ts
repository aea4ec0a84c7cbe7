import pg from 'pg'

/** A statement whose columns are read as text. */
export interface RowStatement {
  text: string
  values: unknown[]
}

const rowsAtOnce = 2_000
/** Max time of one fetch in milliseconds. The first one may have to sort. */
const fetchTime = 300_000

/**
 * Reads any number of rows in batches through a server-side cursor: one snapshot, constant memory. Uses a connection of
 * its own, which it closes however the reading ends.
 * @param url the server itself, no pooler
 */
export async function* readRows(
  url: string,
  statement: RowStatement,
): AsyncGenerator<(string | null)[][], void, undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'greenroom export',
    types: { getTypeParser: () => (text: unknown) => text },
  })
  // A lost connection also fails the query that waits for it.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(
      `set local statement_timeout = ${fetchTime}; set local timezone = 'UTC'; set local datestyle = 'ISO'`,
    )
    await client.query({
      text: `declare export_row no scroll cursor for ${statement.text}`,
      values: statement.values,
    })
    for (;;) {
      const { rows } = await client.query<(string | null)[]>({
        text: `fetch ${rowsAtOnce} from export_row`,
        rowMode: 'array',
      })
      if (rows.length > 0) yield rows
      if (rows.length < rowsAtOnce) return
    }
  } finally {
    await client.end().catch(() => {})
  }
}
