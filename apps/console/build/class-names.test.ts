import { expect, it } from 'vitest'
import { shortClassNames } from './class-names.ts'

it('names each class of each file once, alone as among others', () => {
  const files = Array.from({ length: 500 }, (_, place) => `/console/src/${place}.module.css`)
  const name = shortClassNames('/console')
  const names = files.flatMap((file) => [name('list', file), name('row', file)])
  expect(new Set(names).size).toBe(names.length)
  for (const one of names) expect(one).toMatch(/^c[0-9a-z]{3,6}-[01]$/)
  expect(name('row', `${files[3]}?used`)).toBe(names[7])
  expect(shortClassNames('/elsewhere')('list', '/elsewhere/src/3.module.css')).toBe(names[6])
})
