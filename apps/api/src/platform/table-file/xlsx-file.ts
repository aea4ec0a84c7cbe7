import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { decimalText, type TableColumn, type TableRow } from './table-column.ts'

/** Max rows of a sheet, its heading included. */
const sheetRows = 1_048_576
const longestCell = 32_767
const dayLength = 86_400_000
/** 1970-01-01 in days of a spreadsheet, which begin in 1900. */
const epochDay = 25_569

/** Styles of cells; their numbers are positions in cellXfs of the style sheet. */
const style = { text: 0, heading: 1, amount: 2, moment: 3, day: 4 } as const

/**
 * Writes an XLSX workbook as a stream: memory is constant, whatever the number of rows. A sheet that is full continues
 * on the next one. Texts are never formulas, because each cell has its type.
 */
interface XlsxFile {
  /** Starts a sheet with its headings and ends the previous one. */
  sheet(name: string, columns: readonly TableColumn[]): Promise<void>
  rows(rows: readonly TableRow[]): Promise<void>
  /** Ends the workbook; resolves once the file is written. */
  end(): Promise<void>
  /** Closes the unfinished file. */
  destroy(): void
}

/** @param mostRows max rows of a sheet, its heading included; tests set fewer */
export function createXlsxFile(path: string, mostRows = sheetRows): XlsxFile {
  const zip = new ZipFile()
  const target = createWriteStream(path)
  const written = finished(zip.outputStream.pipe(target))
  // Awaited in end(); an error before that is not unhandled.
  written.catch(() => {})
  const sheets: string[] = []
  let open: {
    stream: PassThrough
    name: string
    columns: readonly TableColumn[]
    rows: number
    part: number
  } | null = null

  async function write(text: string): Promise<void> {
    if (!open) throw new Error('No sheet is open.')
    if (target.errored) throw target.errored
    if (!open.stream.write(text)) await Promise.race([once(open.stream, 'drain'), written])
  }

  function close(): void {
    open?.stream.end('</sheetData></worksheet>')
    open = null
  }

  async function begin(name: string, columns: readonly TableColumn[], part: number): Promise<void> {
    close()
    const stream = new PassThrough({ highWaterMark: 1 << 20 })
    sheets.push(part === 1 ? name : `${name} (${part})`)
    zip.addReadStream(stream, `xl/worksheets/sheet${sheets.length}.xml`, { compressionLevel: 3 })
    open = { stream, name, columns, rows: 1, part }
    await write(sheetStart(columns))
  }

  return {
    sheet: (name, columns) => begin(name, columns, 1),
    async rows(rows) {
      for (let at = 0; at < rows.length; ) {
        if (!open) throw new Error('No sheet is open.')
        if (open.rows >= mostRows) await begin(open.name, open.columns, open.part + 1)
        const fitting = rows.slice(at, at + mostRows - open.rows)
        const first = open.rows + 1
        open.rows += fitting.length
        at += fitting.length
        await write(rowsXml(open.columns, fitting, first))
      }
    },
    async end() {
      close()
      for (const [name, text] of Object.entries(partsOf(sheets))) zip.addBuffer(Buffer.from(text), name)
      zip.end()
      await written
    },
    destroy() {
      open?.stream.destroy()
      target.destroy()
    },
  }
}

/** @param first number of the first row; the heading is row 1 */
function rowsXml(columns: readonly TableColumn[], rows: readonly TableRow[], first: number): string {
  const letters = columns.map((_, at) => columnLetters(at))
  let xml = ''
  for (const [place, row] of rows.entries()) {
    const number = first + place
    xml += `<row r="${number}">`
    for (let at = 0; at < columns.length; at++) {
      xml += cellXml(columns[at]?.kind, row[at], `${letters[at]}${number}`)
    }
    xml += '</row>'
  }
  return xml
}

/** Returns the name of a column: A to Z, then AA. */
function columnLetters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : columnLetters(Math.floor(at / 26) - 1) + last
}

/** An empty cell is left out. Some readers refuse cells without their place. */
function cellXml(
  kind: TableColumn['kind'] | undefined,
  text: string | null | undefined,
  place: string,
): string {
  if (text === null || text === undefined || text === '') return ''
  switch (kind) {
    case 'integer':
    case 'number':
      return `<c r="${place}"><v>${escaped(text)}</v></c>`
    case 'amount':
      return `<c r="${place}" s="${style.amount}"><v>${decimalText(text)}</v></c>`
    case 'moment':
    case 'day': {
      const time = Date.parse(`${text.replace(' ', 'T')}${kind === 'day' ? 'T00:00:00' : ''}Z`)
      if (Number.isNaN(time)) return textXml(text, style.text, place)
      return `<c r="${place}" s="${style[kind]}"><v>${time / dayLength + epochDay}</v></c>`
    }
    default:
      return textXml(text, style.text, place)
  }
}

function textXml(text: string, of: number, place: string): string {
  return `<c r="${place}" t="inlineStr"${of === 0 ? '' : ` s="${of}"`}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

const special = /[&<>]/g
// XML 1.0 has no such characters, and a spreadsheet refuses the whole file.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Programs read such a part of a text as the character with this number, so its underscore is written as one. */
const likeEscape = /_(?=x[0-9a-f]{4}_)/gi
/** Half of a character beyond the first 65,536, where a text was cut. */
const half = /[\uD800-\uDBFF]$/

/** @see ECMA 376, part 1, 22.9.2.19 (ST_Xstring) */
function escaped(text: string): string {
  const short = text.length > longestCell ? text.slice(0, longestCell).replace(half, '') : text
  return short
    .replace(forbidden, '')
    .replace(likeEscape, '_x005F_')
    .replace(special, (one) => entities[one] ?? one)
    .replaceAll('\r', '&#13;')
}

const xmlStart = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageOf = 'http://schemas.openxmlformats.org/package/2006'

const widths: Record<TableColumn['kind'], number> = {
  text: 22,
  integer: 10,
  number: 10,
  amount: 14,
  moment: 19,
  day: 12,
}

function sheetStart(columns: readonly TableColumn[]): string {
  const cols = columns.map(({ kind, heading }, at) => {
    const width = Math.max(widths[kind], Math.min(40, heading.length + 2))
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`
  })
  const headings = columns.map(({ heading }, at) => textXml(heading, style.heading, `${columnLetters(at)}1`))
  return `${xmlStart}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`
}

/** Returns the parts of the workbook besides its sheets. */
function partsOf(sheets: readonly string[]): Record<string, string> {
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const numbered = sheets.map((name, at) => ({
    name: escaped(name).replaceAll('"', '&quot;'),
    number: at + 1,
  }))
  return {
    'xl/styles.xml': `${xmlStart}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="2" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/workbook.xml': `${xmlStart}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${numbered
      .map(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${xmlStart}<Relationships xmlns="${packageOf}/relationships">${numbered
      .map(
        ({ number }) =>
          `<Relationship Id="rId${number}" Type="${office}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
      )
      .join('')}<Relationship Id="rId0" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `${xmlStart}<Relationships xmlns="${packageOf}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${xmlStart}<Types xmlns="${packageOf}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${numbered
      .map(
        ({ number }) =>
          `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${types}.worksheet+xml"/>`,
      )
      .join('')}</Types>`,
  }
}
