import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { unzipped } from '../../test-zip.ts'
import { csvHeader } from './csv-text.ts'
import { decimalText, type TableColumn } from './table-column.ts'
import { createXlsxFile } from './xlsx-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-table-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Reads one line of CSV as RFC 4180 describes it. */
function cellsOf(line: string): string[] {
  return [...`,${line}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
  )
}

const written = (cells: string[]) =>
  csvHeader(cells.map((heading) => ({ heading, kind: 'text' }))).slice(0, -2)

it('writes any text as a CSV cell that reads back and never begins a formula (OQ-290)', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('=1+1', '+9', '-2', '@a', '\tx', '\rx', '"=', 'a;=1', 'a\t"=1'),
  )
  const plain = (text: string) => text.replaceAll("'", '')
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 5 }), (cells) => {
      const line = written(cells)
      const read = cellsOf(line)
      expect(read.map(plain)).toEqual(cells.map(plain))
      for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
      // Read with another separator, which a quote in the middle of a cell doesn't stop.
      for (const part of line.split(/[;\t\r\n]/).slice(1)) expect(part).not.toMatch(/^"*[=+\-@]/)
    }),
  )
})

it.each([
  ['Rao; -5 %', '"Rao; -5 %"'],
  ['a;=1+1', `"a;'=1+1"`],
  ['a\t+1', `"a\t'+1"`],
  ['a\n@b', `"a\n'@b"`],
  ['a;b', '"a;b"'],
  ['+919845012763', "'+919845012763"],
  ['00123456789012345678', '00123456789012345678'],
  ['a-b=c', 'a-b=c'],
])('writes %j as %s (OQ-290)', (text, cell) => {
  expect(written([text])).toBe(cell)
})

it.each([
  ['0', '0.00'],
  ['5', '0.05'],
  ['-5', '-0.05'],
  ['249900', '2499.00'],
  ['-123456', '-1234.56'],
])('formats %s minor units as %s', (minor, text) => {
  expect(decimalText(minor)).toBe(text)
})

it('continues a full sheet on the next one, and removes what XML cannot hold (OQ-290)', async () => {
  const path = join(folder, 'split.xlsx')
  const columns: TableColumn[] = [
    { heading: 'Name', kind: 'text' },
    { heading: 'Rows', kind: 'integer' },
  ]
  const file = createXlsxFile(path, 3)
  await file.sheet('Rows & more', columns)
  await file.rows([
    ['a', '1'],
    ['<b> & "c"\u0000\u001f', '2'],
    ['c', '3'],
  ])
  await file.rows([
    ['d', '4'],
    [null, '5'],
  ])
  await file.sheet('Empty', columns)
  await file.end()
  const files = unzipped(await readFile(path))
  const names = [...(files['xl/workbook.xml'] ?? '').matchAll(/<sheet name="([^"]*)"/g)].map(
    ([, name]) => name,
  )
  expect(names).toEqual(['Rows &amp; more', 'Rows &amp; more (2)', 'Rows &amp; more (3)', 'Empty'])
  const values = [1, 2, 3, 4].map((sheet) =>
    [...(files[`xl/worksheets/sheet${sheet}.xml`] ?? '').matchAll(/<v>(\d+)<\/v>/g)].map(
      ([, value]) => value,
    ),
  )
  expect(values).toEqual([['1', '2'], ['3', '4'], ['5'], []])
  expect(files['xl/worksheets/sheet1.xml']).toContain('>&lt;b&gt; &amp; "c"</t>')
})

it.each([
  ['promo_x0041_b', 'promo_x005F_x0041_b'],
  ['_x000d_x000A_', '_x005F_x000d_x005F_x000A_'],
  ['_x005F_x0041_', '_x005F_x005F_x005F_x0041_'],
  ['_x41_ _x00412_ x0041_', '_x41_ _x00412_ x0041_'],
  ['00123456789012345678', '00123456789012345678'],
  ['=1+1', '=1+1'],
  [`${'x'.repeat(32_766)}😀`, 'x'.repeat(32_766)],
])('writes %j as a text that programs read back as it is (OQ-290)', async (text, expected) => {
  const path = join(folder, 'texts.xlsx')
  const file = createXlsxFile(path)
  await file.sheet(text.slice(0, 20), [{ heading: text, kind: 'text' }])
  await file.rows([[text]])
  await file.end()
  const sheet = unzipped(await readFile(path))['xl/worksheets/sheet1.xml'] ?? ''
  const texts = [...sheet.matchAll(/t="inlineStr"[^>]*><is><t xml:space="preserve">([^<]*)<\/t>/g)]
  expect(texts.map(([, one]) => one)).toEqual([expected, expected])
})
