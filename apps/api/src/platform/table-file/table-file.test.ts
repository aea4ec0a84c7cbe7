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

it('writes any text as a CSV cell that reads back and never begins a formula (OQ-290)', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('=1+1', '+9', '-2', '@a', '\tx', '\rx', '"='),
  )
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 5 }), (cells) => {
      const read = cellsOf(csvHeader(cells.map((heading) => ({ heading, kind: 'text' }))).slice(0, -2))
      expect(read.map((cell, at) => (cell === cells[at] ? cell : cell.replace(/^'/, '')))).toEqual(cells)
      for (const cell of read) expect(cell).not.toMatch(/^[=+\-@\t\r\n]/)
    }),
  )
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
