import { expect, it } from 'vitest'
import { linesOf, runsOf, scriptsIn, type TextRun } from './pdf-text.ts'

type HasGlyph = Parameters<typeof runsOf>[1]
const everything: HasGlyph = () => true
const latin: HasGlyph = (script, point) => script === null && point < 0x250
const plain = (runs: readonly TextRun[]) => runs.map((run) => run.text).join('')
/** Every character is a point wide. */
const measure = (run: TextRun) => [...run.text].length
const lines = (text: string, width: number, most = 100) =>
  linesOf(runsOf(text, everything), width, measure, most).map((line) => plain(line.runs))

it('keeps the characters that a font has, and replaces each run of others', () => {
  expect(plain(runsOf('Zoë\n\u202eRao\u0000 ', latin))).toBe('Zoë Rao')
  expect(plain(runsOf('投資 for 👩‍🚀 all \ud800', latin))).toBe('? for ? all ')
  expect(runsOf('', latin)).toEqual([])
})

it('splits a text by script, with joiners and dandas in the script before them (OQ-244)', () => {
  expect(runsOf('Smt. கௌரி தமிழ் 12 ಕ್\u200dಷ।', everything)).toEqual([
    { script: null, text: 'Smt. ' },
    { script: 'Tamil', text: 'கௌரி' },
    { script: null, text: ' ' },
    { script: 'Tamil', text: 'தமிழ்' },
    { script: null, text: ' 12 ' },
    { script: 'Kannada', text: 'ಕ್\u200dಷ।' },
  ])
  expect(scriptsIn('Smt. கௌரி محمد')).toEqual(new Set(['Tamil', 'Arabic']))
})

it('breaks lines after spaces and hyphens, and within a long word between letters as people see them', () => {
  expect(lines('one two-three four', 8)).toEqual(['one two-', 'three', 'four'])
  expect(lines('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl'])
  expect(lines('கொகொகொ', 4)).toEqual(['கொகொ', 'கொ'])
  expect(lines('one two three', 7, 1)).toEqual(['one tw…'])
  expect(lines('', 7)).toEqual([''])
})

it('draws Arabic words from right to left, and the numbers between them as they are (OQ-244)', () => {
  expect(lines('Mr محمد علی 12 خان (2)', 100)).toEqual(['Mr خان 12 علی محمد (2)'])
})
