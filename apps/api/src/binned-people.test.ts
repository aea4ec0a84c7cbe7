import { expect, it } from 'vitest'
import { type BinTable, binTables } from './modules/desk/bin/bin-tables.ts'
import { personalTables } from './modules/people/person/personal-tables.ts'

it('declares that rows of people can be in the bin, so that erasure and preview find them there (OQ-730, OQ-475)', () => {
  const binned = Object.entries(binTables as Record<string, BinTable>).filter(([, { person }]) => person)
  const declared = Object.entries(personalTables).filter(([, { is }]) => is?.includes('binned'))
  expect(declared.map(([table]) => table).sort()).toEqual(binned.map(([table]) => table).sort())
})
