import { requestTexts } from '@greenroom/contract/test-request-texts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { makeCreator, makeMasterclass } from '../../test-records.ts'
import { AppError } from '../app-error.ts'
import { validator, visibleTexts } from './validation.ts'

const invisible = [
  '\u200b',
  '\u2060',
  '\u3164',
  '\u2800',
  '\u00ad',
  '\ufeff',
  '\u202e',
  '\u2066',
  '\u{e0041}',
  ' \u200b ',
]
const turns = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069']

/** Returns what would be stored of a text, as JSON; undefined if the schema refuses it. */
function storedOf(schema: Parameters<typeof validator>[0], text: string): string | undefined {
  try {
    return JSON.stringify(validator(schema)(text)) ?? ''
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

describe('a text of any request', () => {
  it('is refused or stored empty if nobody can see it (OQ-567)', () => {
    const wrong = requestTexts.flatMap(({ path, schema }) =>
      invisible.flatMap((text) => {
        const stored = storedOf(schema, text)
        return stored === undefined || /^(?:|""|\[\]|\[""\])$/.test(stored) ? [] : [`${path}: ${stored}`]
      }),
    )
    expect(wrong).toEqual([])
  })

  it('is refused or stored without what turns its direction (OQ-567)', () => {
    const wrong = requestTexts.flatMap(({ path, schema }) =>
      turns.flatMap((turn) => {
        const stored = storedOf(schema, `Paid ${turn}srallod`)
        return stored?.includes(turn) ? [path] : []
      }),
    )
    expect(wrong).toEqual([])
  })

  it('keeps the joiners of Indian and Persian names, marks of direction, and emoji (OQ-567)', () => {
    const texts = ['അവൻ\u200d', 'می\u200cخواهم', 'क्\u200dष', '👩\u200d💻 ❤\ufe0f', 'שלום\u200f!', '  ', '']
    expect(visibleTexts(texts)).toEqual(texts)
  })

  it('is cleaned in lists, names and nested members, and other values stay (OQ-567)', () => {
    const day = new Date(0)
    const given = { 'a\u202eb': ['\u3164', 'x\u2066y'], n: 1, none: null, day, '\u2800': { text: '\u200b' } }
    expect(visibleTexts(given)).toEqual({ ab: ['', 'xy'], n: 1, none: null, day, '': { text: '' } })
  })

  it('is refused with two names that differ only in invisible characters (OQ-590)', () => {
    expect(() => visibleTexts({ params: { utm_source: 'a', 'utm_source\u2066': 'b' } })).toThrow(
      expect.objectContaining({ code: 'VALIDATION' }),
    )
  })
})

describe('stored records', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())

  it.each(invisible)('have no invisible name or title: %j (OQ-567)', async (text) => {
    await expect(makeCreator(app, { first_name: text })).rejects.toThrow('First name is required')
    await expect(makeMasterclass(app, { title: text })).rejects.toThrow('Title is required')
  })

  it('have no text that turns the rest of its line (OQ-567)', async () => {
    const creator = await makeCreator(app, { first_name: 'Asha\u202e', last_name: '\u2067Rao\u2069' })
    expect([creator.first_name, creator.last_name]).toEqual(['Asha', 'Rao'])
    const masterclass = await makeMasterclass(app, { title: 'Value \u202einvesting' })
    expect(masterclass.title).toBe('Value investing')
  })
})
