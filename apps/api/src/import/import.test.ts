import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BookingRecord } from '@greenroom/contract/outside/intake/intake-booking.schema'
import { OrderRecord, orderIntakeMessages } from '@greenroom/contract/outside/intake/order-intake.schema'
import { UserRecord } from '@greenroom/contract/outside/intake/user-intake.schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { csvRows } from '../platform/table-file/csv-text.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { makeKey } from '../test-intake.ts'
import { makeMasterclass } from '../test-records.ts'
import { lineChecker } from './check-file.ts'
import { type ImportTable, readImportFile } from './import-file.ts'
import { loadProgress } from './import-progress.ts'
import { ImportRefused } from './import-refused.ts'
import { refusalText } from './refusal.ts'
import { openRefusedRows } from './refused-rows.ts'
import { sendRecords } from './send-records.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-import-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function fileWith(name: string, content: string | Buffer): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

/** Reads a file as a test expects it: each line with its record, or with what cannot be read. */
async function read(file: string, schema: z.ZodMiniObject = UserRecord) {
  return (await all(readImportFile(file, schema))).map(({ line, record, refusals }) =>
    refusals.length > 0 ? { line, problem: refusalText(refusals) } : { line, record },
  )
}

async function checkImportFile(
  file: string,
  schema: z.ZodMiniObject,
  report: (line: number, message: string) => void,
) {
  const check = lineChecker(schema)
  let [good, bad] = [0, 0]
  for await (const one of readImportFile(file, schema)) {
    const problem = check(one)
    if (problem === null) good++
    else {
      bad++
      report(one.line, problem)
    }
  }
  return { good, bad }
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const item of items) list.push(item)
  return list
}

const user = (id: string, values: object = {}) => ({
  external_id: id,
  first_name: 'Devika',
  changed_at: '2026-11-10T10:00:00Z',
  ...values,
})
const lines = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('')

describe('reading a file', () => {
  it('reads one JSON object a line, and names a line that is none (OQ-441)', async () => {
    const file = await fileWith(
      'users.ndjson',
      `\uFEFF${lines(user('u-1'))}\n{"external_id": \n${lines(user('u-2'))}`,
    )
    expect(await read(file, UserRecord)).toEqual([
      { line: 1, record: user('u-1') },
      { line: 3, problem: 'This line is not JSON' },
      { line: 4, record: user('u-2') },
    ])
  })

  it('reads CSV by its column names: nested fields, numbers, quotes, line breaks and empty cells (OQ-441)', async () => {
    const file = await fileWith(
      'orders.csv',
      '\uFEFFexternal_id,user.first_name,user.email,amount,billing.address\r\n' +
        'O-1,"Asha ""A""",asha@example.com,99900,"12 MG Road\nBengaluru"\r\n' +
        'O-2,Ravi,,ninety,\r\n' +
        'O-3,Ravi\r\n',
    )
    expect(await read(file, OrderRecord)).toEqual([
      {
        line: 2,
        record: {
          external_id: 'O-1',
          user: { first_name: 'Asha "A"', email: 'asha@example.com' },
          amount: 99900,
          billing: { address: '12 MG Road\nBengaluru' },
        },
      },
      { line: 4, record: { external_id: 'O-2', user: { first_name: 'Ravi' }, amount: 'ninety' } },
      { line: 5, record: { external_id: 'O-3', user: { first_name: 'Ravi' } } },
    ])
  })

  it.each<[cell: string, amount: unknown]>([
    ['1000', 1000],
    [' 1000 ', 1000],
    ...[
      '1e3',
      '1E3',
      '0x10',
      '0b11',
      '0o17',
      '-0',
      '-5',
      '+5',
      '1000.0',
      '.5',
      '1,000',
      '1_000',
      'Infinity',
      '9'.repeat(21),
    ].map((text): [string, string] => [text, text]),
  ])('reads the cell %j of a whole number as %j (OQ-441)', async (cell, amount) => {
    const file = await fileWith(
      'numbers.csv',
      `external_id,amount,discount_amount\nO-1,"${cell}","${cell}"\n`,
    )
    const record = { external_id: 'O-1', amount, discount_amount: amount }
    expect(await read(file, OrderRecord)).toEqual([{ line: 2, record }])
  })

  it('splits JSON at line feeds only, so that a text may have the line separators of Unicode (OQ-441)', async () => {
    const record = user('u-1', { first_name: 'Devika\u2028\u2029\u0085Rao' })
    const file = await fileWith(
      'separators.ndjson',
      lines(record, user('u-2')).replaceAll('\n', '\r\n').trim(),
    )
    expect(await read(file, UserRecord)).toEqual([
      { line: 1, record },
      { line: 2, record: user('u-2') },
    ])
  })

  it('refuses lines in another encoding, whose letters would be lost (OQ-441)', async () => {
    const problem = 'This line is not UTF-8. Save the file as UTF-8.'
    const json = Buffer.from(lines(user('u-1'), user('u-2', { first_name: 'José' })), 'latin1')
    expect(await read(await fileWith('latin.ndjson', json), UserRecord)).toEqual([
      { line: 1, record: user('u-1') },
      { line: 2, problem },
    ])
    const csv = Buffer.from('external_id,first_name\nu-1,José\n', 'latin1')
    expect(await read(await fileWith('latin.csv', csv), UserRecord)).toEqual([{ line: 2, problem }])
  })

  it('refuses a line of more than 8 MB, and a quote that is never closed (OQ-441)', async () => {
    const long = await fileWith('long.ndjson', 'x'.repeat(9_000_000))
    await expect(read(long, UserRecord)).rejects.toThrow('A line of this file is longer than 8 MB.')
    for (const end of ['', 'x\n'.repeat(5_000_000)]) {
      const open = await fileWith('open.csv', `external_id,first_name\nu-1,"Devika\n${end}`)
      await expect(read(open, UserRecord)).rejects.toThrow(ImportRefused)
    }
  })

  it.each([
    ['external_id,first_name,external_id', 'These columns are there twice: external_id'],
    ['external_id,constructor,__proto__', 'These columns are not fields: constructor, __proto__'],
    ['external_id,user,user.email', 'These columns are not fields: user'],
  ])('refuses the columns %s (OQ-441)', async (columns, message) => {
    const file = await fileWith('columns.csv', `${columns}\nO-1,a,b\n`)
    const schema = columns.includes('user') ? OrderRecord : UserRecord
    await expect(read(file, schema)).rejects.toThrow(message)
  })

  it('refuses columns that no field has, and a file that does not exist (OQ-441)', async () => {
    const file = await fileWith('wrong.csv', 'external_id,user.mail,prise\nO-1,a@example.com,1\n')
    await expect(read(file, OrderRecord)).rejects.toThrow('These columns are not fields: user.mail, prise')
    for (const name of ['missing.csv', 'missing.ndjson']) {
      await expect(read(join(folder, name), OrderRecord)).rejects.toThrow('ENOENT')
    }
  })
})

describe('reading what spreadsheets write (OQ-741)', () => {
  const header = 'external_id,first_name,changed_at'
  const time = '2026-11-20T10:00:00Z'
  const asha = { line: 2, record: { external_id: 'u-1', first_name: 'Asha', changed_at: time } }
  const table = async (text: string | Buffer, name = 'users.csv', schema: z.ZodMiniObject = UserRecord) =>
    read(await fileWith(name, text), schema)
  const utf16 = (text: string, isBig = false) => {
    const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
    return isBig ? bytes.swap16() : bytes
  }
  const tabs = `${header}\nu-1,Asha,${time}\n`.replaceAll(',', '\t')

  it.each<[what: string, text: string | Buffer]>([
    ['rows and columns of commas at the end', `${header},,\nu-1,Asha,${time},,\n,,,,\n,,,,\n`],
    ['empty rows of other lengths', `${header}\nu-1,Asha,${time}\n,\n , ,\u00a0,\n\n`],
    ['an empty column in between', `external_id,,first_name,changed_at\nu-1,,Asha,${time}\n`],
    ['what databases write for nothing', `${header},phone\nu-1,Asha,${time},\\N\n`],
    ['an empty column at the start', `,${header}\n,u-1,Asha,${time}\n`],
    ['more empty cells than columns', `${header}\nu-1,Asha,${time},,,\n`],
    ['semicolons', `${header}\nu-1,Asha,${time}\n`.replaceAll(',', ';')],
    ['tabs', tabs],
    ['vertical bars', tabs.replaceAll('\t', '|')],
    ['quoted names and semicolons', `"external_id";"first_name";"changed_at"\r\n"u-1";"Asha";"${time}"\r\n`],
    ['UTF-16 LE with tabs', utf16(tabs)],
    ['UTF-16 BE with tabs', utf16(tabs, true)],
    ['UTF-16 LE with commas', utf16(`${header}\r\nu-1,Asha,${time}\r\n`)],
    ['UTF-16 LE without a mark', utf16(tabs).subarray(2)],
    ['UTF-16 BE without a mark', utf16(tabs, true).subarray(2)],
    ['UTF-8 with a mark', `\uFEFF${header}\nu-1,Asha,${time}\n`],
    ['CR as the end of a line', `${header}\ru-1,Asha,${time}\r`],
    ['CRLF after the names alone', `${header}\r\nu-1,Asha,${time}\n`],
    ['LF after the names alone', `${header}\nu-1,Asha,${time}\r\n\r\n`],
    [
      'names in other case and with spaces',
      ` External_ID ,First Name,\u00a0CHANGED_AT\u200b\nu-1,Asha,${time}\n`,
    ],
    ['invisible characters around cells', `${header}\n\u00a0u-1\u200b,\u202aAsha\u202c,${time}\ufeff\n`],
    ['the column of an earlier refusal', `import_problem,${header}\nWrong,u-1,Asha,${time}\n`],
    ['no line break at the end', `${header}\nu-1,Asha,${time}`],
  ])('reads %s', async (_what, text) => {
    expect(await table(text)).toEqual([asha])
  })

  it.each(['users.txt', 'users.tsv', 'users.TSV'])('reads tabs in %s', async (name) => {
    expect(await table(tabs, name)).toEqual([asha])
  })

  it('reads UTF-16 with JSON, and JSON in a .txt', async () => {
    expect(await table(utf16(lines(user('u-1'))), 'users.ndjson')).toEqual([{ line: 1, record: user('u-1') }])
    expect(await table(lines(user('u-1')), 'users.txt')).toEqual([{ line: 1, record: user('u-1') }])
  })

  it('skips the line with which Excel declares a separator, and empty lines before the names', async () => {
    const rows = `${header}\nu-1,Asha,${time}\n`.replaceAll(',', ';')
    expect(await table(`sep=;\n${rows}`)).toEqual([{ ...asha, line: 3 }])
    expect(await table(`\n;;\n${rows}`)).toEqual([{ ...asha, line: 4 }])
  })

  it('keeps line breaks and quotes in cells, and counts the lines', async () => {
    const cells = ['"12 MG Road\r\nPune"', '"12\rPune"', '12" pipe', '"say ""hi"""', 'Asha "A" Rao']
    const rows = cells.map((cell, index) => `O-${index},${cell}\r\n`).join('')
    const found = await table(`external_id,billing.address\r\n${rows}`, 'orders.csv', OrderRecord)
    expect(found.map(({ line, record }) => [line, (record as OrderRecord).billing?.address])).toEqual([
      [2, '12 MG Road\r\nPune'],
      [4, '12\rPune'],
      [6, '12" pipe'],
      [7, 'say "hi"'],
      [8, 'Asha "A" Rao'],
    ])
  })

  it.each([
    ...['TRUE', 'True', 'yes', 'Y', '1', 't'].map((cell) => [cell, true] as const),
    ...['FALSE', 'No', 'n', '0', 'F'].map((cell) => [cell, false] as const),
    ...['maybe', 'constructor', '2'].map((cell) => [cell, cell] as const),
  ])('reads the cell %j of a yes or no as %j', async (cell, value) => {
    expect(await table(`external_id,deleted\nu-1,${cell}\n`)).toEqual([
      { line: 2, record: { external_id: 'u-1', deleted: value } },
    ])
  })

  const shortened =
    "A spreadsheet shortened this number, and its digits can't be restored. Format the column as text and export it again"
  const failed = 'This is an error of the spreadsheet. Correct the cell and export it again'
  const decimal = 'A spreadsheet made a decimal number of this. Format the column as text and export it again'
  it.each([
    ['phone', '9.1E+11', shortened],
    ['phone', '9,19846E+11', shortened],
    ['phone', '+9.19846E+11', shortened],
    ['external_id', '1E+15', shortened],
    ['phone', '#NAME?', failed],
    ['phone', '#N/A', failed],
    ['external_id', '123.0', decimal],
    ['phone', '919845012763.0', decimal],
    ['phone', '919845012763,00', decimal],
  ])('refuses the %s %j and says why', async (column, cell, problem) => {
    const other = column === 'phone' ? 'external_id;phone\nu-1;' : 'first_name;external_id\nAsha;'
    const text = `${other}${cell}\n`
    expect(await table(text)).toEqual([{ line: 2, problem: `${column}: ${problem} (given: "${cell}")` }])
  })

  it('refuses a shortened amount with that reason alone, and keeps such texts elsewhere', async () => {
    const file = await fileWith(
      'orders.csv',
      'external_id,discount_amount,billing.name\nO-1,2.5E+05,9.1E+11\n',
    )
    const check = lineChecker(OrderRecord)
    const [line] = await all(readImportFile(file, OrderRecord))
    expect(line?.record).toMatchObject({ billing: { name: '9.1E+11' } })
    const problem = (line && check(line)) ?? ''
    expect(problem.split('; ').filter((one) => one.startsWith('discount_amount'))).toEqual([
      `discount_amount: ${shortened} (given: "2.5E+05")`,
    ])
  })

  it('takes away the apostrophe of our exports, and no other (OQ-290)', async () => {
    const texts = ['+919845012763', '-5', '=1+1', '@asha', "'+9", "''=x", "'tis", "O'Neill"]
    const column = { key: 'x', heading: 'phone', kind: 'text' } as never
    const rows = texts.map((text) => csvRows([column], [[text]]))
    const found = await table(`external_id,phone\n${rows.map((row, index) => `u-${index},${row}`).join('')}`)
    expect(found.map(({ record }) => (record as UserRecord).phone)).toEqual(texts)
  })

  it('refuses a value in a column without a name, cells that are too many, and a file that is cut', async () => {
    expect(await table(`${header},\nu-1,Asha,${time},x\nu-2,Asha,${time},,y\nu-3,Asha`)).toEqual([
      { line: 2, problem: 'Column 4 has a value and no name (given: "x")' },
      { line: 3, problem: 'This line has 5 cells instead of 4' },
      { line: 4, problem: 'The file ends within this line: it has 2 cells instead of 4' },
    ])
  })

  it('reads a row that leaves out empty cells at its end, as Excel does in blocks of sixteen', async () => {
    expect(await table(`external_id,first_name,phone,deleted\nu-1,Asha\nu-2,,,TRUE\n`)).toEqual([
      { line: 2, record: { external_id: 'u-1', first_name: 'Asha' } },
      { line: 3, record: { external_id: 'u-2', deleted: true } },
    ])
  })

  it.each([
    ['users.csv', Buffer.from('504b030414000600', 'hex'), /^This is a spreadsheet or a ZIP archive/],
    ['users.csv', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^This is an old spreadsheet/],
    ['users.csv.gz', Buffer.from('1f8b0800', 'hex'), /^This file is compressed/],
    ['users.json', Buffer.from('[\n{"external_id": "u-1"}\n]'), /^This file is a JSON list/],
    ['users.csv', Buffer.from(`first_name,First Name\nA,B\n`), 'These columns are there twice: First Name'],
  ])('says what %s is, and what to do (%#)', async (name, content, message) => {
    await expect(table(content, name)).rejects.toThrow(message)
  })
})

it('refuses a row with a quote that is not closed, and does not lose the rows behind it silently (OQ-741)', async () => {
  const file = await fileWith(
    'quotes.csv',
    'external_id,changed_at,first_name,description\n' +
      'u1,2026-01-01T00:00:00Z,Ann,"Loves tea\nu2,2026-01-01T00:00:00Z,Bob,x\n' +
      'u3,2026-01-01T00:00:00Z,Cid,the "best"\nu4,2026-01-01T00:00:00Z,Dan,z\n',
  )
  const [first, second] = await read(file)
  expect(first).toMatchObject({ line: 2, problem: expect.stringContaining('a quote that is not closed') })
  expect(second).toMatchObject({ line: 5, record: { external_id: 'u4' } })
})

describe('the file of refused rows (OQ-740)', () => {
  /** Checks a file as the command does, and returns the file of its refused rows. */
  async function refusedOf(file: string, place: string) {
    let found: ImportTable | undefined
    const rows = openRefusedRows(place, { file, table: () => found, isGoingOn: false })
    const check = lineChecker(UserRecord)
    for await (const line of readImportFile(file, UserRecord, (table) => {
      found = table
    })) {
      const problem = check(line)
      if (problem !== null) rows.add(line.source, problem)
    }
    return readFile(place, 'utf8')
  }

  it('has the rows of a table with their separator, the reason first, and imports when they are corrected', async () => {
    const file = await fileWith(
      'people.csv',
      'External_Id;first_name;email;changed_at\nu-1;Asha;;2026-11-20T10:00:00Z\nu-2;"Ravi; ""R""";no;2026-11-20T10:00:00Z\nu-3;A;;;;7\n',
    )
    const place = join(folder, 'refused.csv')
    const text = await refusedOf(file, place)
    expect(text).toBe(
      '\uFEFFimport_problem;External_Id;first_name;email;changed_at\r\n' +
        '"email: Invalid email format (given: ""no"")";u-2;"Ravi; ""R""";no;2026-11-20T10:00:00Z\r\n' +
        'This line has 6 cells instead of 4;u-3;A;;;;7\r\n',
    )
    const corrected = await fileWith('again.csv', text.replace(';no;', ';ravi@example.com;'))
    const problems = await refusedOf(corrected, join(folder, 'refused-again.csv'))
    expect(problems).toBe(
      '\uFEFFimport_problem;External_Id;first_name;email;changed_at\r\nThis line has 7 cells instead of 5;u-3;A;;;;7\r\n',
    )
    expect((await read(corrected))[0]).toEqual({
      line: 2,
      record: {
        external_id: 'u-2',
        first_name: 'Ravi; "R"',
        email: 'ravi@example.com',
        changed_at: '2026-11-20T10:00:00Z',
      },
    })
  })

  it('has the lines of JSON with the reason as a member, and a line that is no JSON as it is', async () => {
    const bad = user('u-2', { email: 'no' })
    const file = await fileWith('people.ndjson', `${lines(user('u-1'), bad)}{"external_id":\n7\n`)
    const place = join(folder, 'refused.ndjson')
    expect((await refusedOf(file, place)).split('\n')).toEqual([
      JSON.stringify({ import_problem: 'email: Invalid email format (given: "no")', ...bad }),
      '{"external_id":',
      '7',
      '',
    ])
    expect((await read(place))[0]).toEqual({ line: 1, record: bad })
  })

  it('is another file of the same format that does not exist yet', async () => {
    const file = await fileWith('taken.csv', '')
    const options = { file, table: () => undefined, isGoingOn: false }
    expect(() => openRefusedRows(file, options)).toThrow('exists already')
    expect(() => openRefusedRows(file, { ...options, isGoingOn: true })).not.toThrow()
    expect(() => openRefusedRows(join(folder, 'new.ndjson'), options)).toThrow('ends with .csv')
  })
})

describe('checking a file', () => {
  it('names every bad line with all its fields before anything is sent (OQ-441)', async () => {
    const bad = { external_id: 'u 2', first_name: 'A', changed_at: 'yesterday' }
    const file = await fileWith('check.ndjson', lines(user('u-1'), bad, 7, user('u-3')))
    const problems: [number, string][] = []
    const counts = await checkImportFile(file, UserRecord, (line, message) => problems.push([line, message]))
    expect(counts).toEqual({ good: 2, bad: 2 })
    expect(problems.map(([line]) => line)).toEqual([2, 3])
    expect(problems[0]?.[1]).toBe(
      'external_id: Enter an id of 1 to 200 visible characters without spaces (given: "u 2"); ' +
        'changed_at: Enter a date and time such as 2026-12-31T18:30:00Z (given: "yesterday")',
    )
  })

  it('judges a record as the call does, texts that cannot be stored included (OQ-441)', async () => {
    const bad = [{ last_name: 'Rao\u0000' }, { designation: '\ud800' }, { first_name: '\u2060' }]
    const file = await fileWith(
      'texts.ndjson',
      lines(...bad.map((values) => user('u-1', values)), user('u-2')),
    )
    const problems: string[] = []
    const counts = await checkImportFile(file, UserRecord, (_line, message) => problems.push(message))
    expect(counts).toEqual({ good: 1, bad: 3 })
    expect(problems).toEqual([
      'last_name: This text holds characters that can\'t be stored (given: "Rao\u0000")',
      'designation: This text holds characters that can\'t be stored (given: "\ufffd")',
      'first_name: First name is required',
    ])
  })

  const problemsOf = async (file: string, schema: z.ZodMiniObject) => {
    const problems: string[] = []
    const counts = await checkImportFile(file, schema, (_line, message) => problems.push(message))
    return { ...counts, problems }
  }

  it('refuses names that no field has, also nested ones, as a CSV column is refused (OQ-441)', async () => {
    const order = {
      external_id: 'O-1',
      user: { first_name: 'Asha', email: 'asha@example.com' },
      entity_type: 'masterclass',
      entity_id: '01931f6e-0000-7000-8000-00000000dead',
      amount: 99_900,
      currency_code: 'INR',
      status: 'pending',
      billing: { state: 'Goa' },
      created_at: '2026-11-10T10:00:00Z',
      changed_at: '2026-11-10T10:00:00Z',
    }
    const { amount: _, ...withoutAmount } = order
    const records = lines(
      order,
      { ...order, outside_documnt: 'INV-1', constructor: 1 },
      { ...order, user: { ...order.user, mail: 'a@example.com' }, billing: { sate: 'Goa' } },
      { ...withoutAmount, amuont: 99_900 },
    )
    const file = await fileWith('names.ndjson', `${records}{"__proto__": 1, ${lines(order).slice(1)}`)
    expect(await problemsOf(file, OrderRecord)).toEqual({
      good: 1,
      bad: 4,
      problems: [
        'These names are not fields: outside_documnt, constructor',
        'These names are not fields: user.mail, billing.sate',
        `These names are not fields: amuont; amount: ${orderIntakeMessages.amount}`,
        'These names are not fields: __proto__',
      ],
    })
  })

  it('takes any names where a field has them, as the meta of a booking (OQ-441)', async () => {
    const booking = {
      external_id: 'B-1',
      service_name: 'Tax filing',
      start_time: '2026-11-20T10:00:00Z',
      first_name: 'Asha',
      meta: { utm_source: 'google' },
      changed_at: '2026-11-10T10:00:00Z',
    }
    const file = await fileWith('meta.ndjson', lines(booking))
    expect(await problemsOf(file, BookingRecord)).toEqual({ good: 1, bad: 0, problems: [] })
  })

  it('refuses amounts that are no plain whole numbers (OQ-441)', async () => {
    const cells = ['1e3', '0x10', '0b11', '-0', '1000.0', '1000']
    const file = await fileWith(
      'amounts.csv',
      `external_id,user.first_name,user.email,entity_type,entity_id,amount,currency_code,status,created_at,changed_at\n${cells
        .map(
          (cell, index) =>
            `O-${index},Asha,asha@example.com,masterclass,01931f6e-0000-7000-8000-00000000dead,${cell},INR,pending,2026-11-10T10:00:00Z,2026-11-10T10:00:00Z\n`,
        )
        .join('')}`,
    )
    expect(await problemsOf(file, OrderRecord)).toEqual({
      good: 1,
      bad: 5,
      problems: cells.slice(0, 5).map((cell) => `amount: ${orderIntakeMessages.amount} (given: "${cell}")`),
    })
  })
})

describe('progress', () => {
  it('goes on where it was, and begins again for another server or a changed file (OQ-441)', async () => {
    const file = await fileWith('progress.ndjson', lines(user('u-1')))
    const progress = await loadProgress(file, 'http://one/intake/users')
    expect(progress.done).toBe(0)
    await progress.save(17)
    expect((await loadProgress(file, 'http://one/intake/users')).done).toBe(17)
    expect((await loadProgress(file, 'http://two/intake/users')).done).toBe(0)
    await writeFile(file, lines(user('u-1'), user('u-2')))
    expect((await loadProgress(file, 'http://one/intake/users')).done).toBe(0)
    await progress.finish()
    expect((await loadProgress(file, 'http://one/intake/users')).done).toBe(0)
  })
})

it('refuses a file beside which progress cannot be kept (OQ-441)', async () => {
  const file = await fileWith('kept.ndjson', lines(user('u-1')))
  await mkdir(`${file}.progress.new`)
  await expect(loadProgress(file, 'http://one/intake/users')).rejects.toThrow(ImportRefused)
})

describe('sending', () => {
  let app: TestApp
  let credential: string
  beforeAll(async () => {
    app = await createTestApp()
    credential = await makeKey(app, ['intake.write'], 'Nightly import')
  })
  afterAll(() => app.close())

  const send = (records: unknown[], path = '/intake/users', key = credential) => {
    async function* numbered() {
      for (const [index, record] of records.entries()) yield { line: index + 1, record, source: '' }
    }
    return all(sendRecords(numbered(), { url: app.url + path, credential: key }))
  }

  it('stores a file of several batches and keeps the numbers of old documents (OQ-441)', async () => {
    const masterclass = await makeMasterclass(app)
    const order = (index: number) => ({
      external_id: `OLD-${index}`,
      user: { first_name: 'Devika', email: 'devika@mail.example' },
      entity_type: 'masterclass',
      entity_id: masterclass._id,
      amount: 99_900,
      currency_code: 'INR',
      status: 'completed',
      created_at: '2024-04-01T10:00:00Z',
      completed_at: '2024-04-01T10:01:00Z',
      outside_document: `INV/24/${index}`,
      changed_at: '2024-04-01T10:01:00Z',
    })
    const orders = Array.from({ length: 2_300 }, (_, index) => order(index))
    const batches = await send(orders, '/intake/orders')
    expect(batches.map(({ done }) => done)).toEqual([1000, 2000, 2300])
    expect(batches.flatMap(({ refused }) => refused)).toEqual([])
    const stored = await app.database.kysely
      .selectFrom('transaction')
      .select('outside_document')
      .where('reference_order_id', 'in', ['OLD-0', 'OLD-2299'])
      .orderBy('reference_order_id')
      .execute()
    expect(stored).toEqual([{ outside_document: 'INV/24/0' }, { outside_document: 'INV/24/2299' }])
    const count = app.database.kysely
      .selectFrom('transaction')
      .select(({ fn }) => fn.countAll<number>().as('n'))
    expect(await count.executeTakeFirst()).toEqual({ n: 2_300 })
    // Repeated after a break, nothing is stored twice.
    await send(orders, '/intake/orders')
    expect(await count.executeTakeFirst()).toEqual({ n: 2_300 })
  })

  it('names the line of a record that only the server can refuse (OQ-441)', async () => {
    const [batch] = await send([user('s-1'), user('s-2', { _id: '01931f6e-0000-7000-8000-00000000dead' })])
    expect(batch).toEqual({
      done: 2,
      stored: 1,
      refused: [
        {
          line: 2,
          source: '',
          message: '_id: This account does not exist (given: "01931f6e-0000-7000-8000-00000000dead")',
        },
      ],
    })
  })

  describe('through a server or a proxy that', () => {
    /** Sends a record to a server that answers by itself, and returns its pauses. */
    async function sendTo(answer: RequestListener) {
      const pauses: number[] = []
      const server = createServer(answer)
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/intake/users`
      try {
        const records = [{ line: 1, record: user('p-1') }] as never
        const pause = async (ms: number) => void pauses.push(ms)
        return { batches: await all(sendRecords(records, { url, credential }, { pause })), pauses }
      } finally {
        server.close()
      }
    }
    const good = JSON.stringify({ data: { results: [{ index: 0, outcome: 'created' }] } })

    it('ends in the middle of its answer: sends the batch again (OQ-441)', async () => {
      let calls = 0
      const { batches, pauses } = await sendTo((request, response) => {
        request.resume()
        if (calls++ > 0) return void response.end(good)
        response.writeHead(200, { 'content-length': good.length })
        response.write(good.slice(0, 9), () => response.destroy())
      })
      expect(batches).toEqual([{ done: 1, stored: 1, refused: [] }])
      expect(pauses).toHaveLength(1)
    })

    it('names a date to try again: still waits (OQ-441)', async () => {
      let calls = 0
      const { pauses } = await sendTo((request, response) => {
        request.resume()
        if (calls++ > 0) return void response.end(good)
        response.writeHead(503, { 'retry-after': 'Mon, 23 Nov 2026 09:00:00 GMT' }).end()
      })
      expect(pauses).toEqual([1_000])
    })

    it('redirects: names its address instead of sending a GET (OQ-441)', async () => {
      let calls = 0
      const sent = sendTo((request, response) => {
        request.resume()
        calls++
        response.writeHead(301, { location: 'https://staff.example.com/intake/users' }).end()
      })
      await expect(sent).rejects.toThrow(
        'The server redirects to https://staff.example.com/intake/users. Set GREENROOM_URL to its own address.',
      )
      expect(calls).toBe(1)
    })
  })

  it('stops at a refused credential, and waits when it sends too fast (OQ-441)', async () => {
    await expect(send([user('k-1')], '/intake/users', 'grk_wrong')).rejects.toThrow(ImportRefused)
    const slow = await createTestApp({ RATE_LIMIT_PER_KEY_PER_MINUTE: '1' })
    try {
      const key = await makeKey(slow, ['intake.write'], 'Slow')
      const url = `${slow.url}/intake/users`
      const one = (id: string) =>
        sendRecords(
          [{ line: 1, record: user(id) }] as never,
          { url, credential: key },
          { pause: async (ms) => void pauses.push(ms) },
        )
      const pauses: number[] = []
      await all(one('w-1'))
      const second = all(one('w-2'))
      await expect(second).rejects.toThrow('Too many requests')
      expect(pauses[0]).toBeGreaterThan(30_000)
    } finally {
      await slow.close()
    }
  })
})
