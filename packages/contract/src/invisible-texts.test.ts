import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isBlank, isPlainLine } from './field.ts'
import { requestTexts } from './test-request-texts.ts'

/** Characters that fonts draw as nothing, alone and in company. */
const invisible = [
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u1160',
  '\u17b4',
  '\u180e',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u200e',
  '\u202a',
  '\u202e',
  '\u2060',
  '\u2062',
  '\u2066',
  '\u206f',
  '\u2800',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\uffa0',
  '\ufff9',
  '\u{16fe4}',
  '\u{1d159}',
  '\u{1d173}',
  '\u{e0001}',
  '\u{e0041}',
  '\u{e0100}',
  '\u0007',
  ' \u200b\n\u3164\u00a0\u2060 ',
]

const accepts = (schema: z.core.$ZodType, text: string) => z.safeParse(schema as z.ZodMiniType, text).success

describe('a text that nobody can see', () => {
  it('is refused wherever an empty text is (OQ-567)', () => {
    // A search is not stored.
    const written = requestTexts.filter(({ path }) => !path.includes('.query.'))
    const required = written.filter(({ schema }) => !accepts(schema, ''))
    expect(required.length).toBeGreaterThan(100)
    const stored = required.flatMap(({ path, schema }) =>
      invisible
        .filter((text) => accepts(schema, text))
        .map(
          (text) =>
            `${path}: ${JSON.stringify(text).replace(/[^ -~]/gu, (one) => `U+${one.codePointAt(0)?.toString(16)}`)}`,
        ),
    )
    expect(stored).toEqual([])
  })

  it.each([
    ['Malayalam with a joiner', 'അവൻ\u200d'],
    ['Persian with a non-joiner', 'می\u200cخواهم'],
    ['Hindi with a joiner', 'क्\u200dष'],
    ['an emoji of several', '👩\u200d💻'],
    ['an emoji alone', '❤\ufe0f'],
    ['a punctuation mark', '.'],
    ['a combining mark', '\u0301'],
    ['an Arabic end of verse', '\u06dd'],
  ])('is not %s (OQ-567)', (_what, text) => {
    expect(isBlank(text)).toBe(false)
  })
})

it.each([
  '\u200e',
  '\u200f',
  '\u061c',
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\n',
  '\u0000',
])('a plain line has no %j, which shows it as another one (OQ-567)', (mark) => {
  expect([isPlainLine('Asha Rao'), isPlainLine(`Asha ${mark}Rao`)]).toEqual([true, false])
})
