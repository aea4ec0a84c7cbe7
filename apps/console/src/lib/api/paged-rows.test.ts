import { expect, it } from 'vitest'
import { mayHaveMore, rowsOfPages } from './paged-rows.ts'

const row = (_id: string, name = _id) => ({ _id, name })
const page = (...rows: ReturnType<typeof row>[]) => ({ rows, loadedAt: 0 })

it('requests another page only after a full one (OQ-019, OQ-036, MC-47, POST-06)', () => {
  const full = page(row('a'), row('b'))
  expect(mayHaveMore([full], 2)).toBe(true)
  expect(mayHaveMore([full, full], 2)).toBe(true)
  expect(mayHaveMore([full, page(row('c'))], 2)).toBe(false)
  expect(mayHaveMore([full, page()], 2)).toBe(false)
  expect(mayHaveMore([page()], 2)).toBe(false)
})

it('returns a row that two pages contain once, as in the later page (POST-06, EVT-32)', () => {
  const pages = [page(row('a'), row('b', 'before')), page(row('b', 'after'), row('c'))]
  expect(rowsOfPages(pages)).toEqual([row('a'), row('b', 'after'), row('c')])
})
