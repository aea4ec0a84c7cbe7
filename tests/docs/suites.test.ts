import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { coreJourneys, hurryTables, longProcessTests } from '../suites.ts'

it.each([
  ['tests/journeys', '.spec.ts', [...coreJourneys, ...hurryTables]],
  ['tests/process', '.test.ts', longProcessTests],
])('names only files of %s', (folder, ending, names) => {
  const files = readdirSync(new URL(`../../${folder}`, import.meta.url))
  expect(names.filter((name) => !files.includes(name + ending))).toEqual([])
})
