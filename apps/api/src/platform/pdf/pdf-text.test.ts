import { expect, it } from 'vitest'
import { charactersWithout, linesOf, runsOf, scriptsIn, type TextRun } from './pdf-text.ts'

type HasGlyph = Parameters<typeof runsOf>[1]
const everything: HasGlyph = () => true
const latin: HasGlyph = (face, point) => face === null && point < 0x250
const plain = (runs: readonly TextRun[]) => runs.map((run) => run.text).join('')
/** Every character is a point wide. */
const measure = (run: TextRun) => [...run.text].length
const lines = (text: string, width: number) =>
  linesOf(runsOf(text, everything), width, measure).map((line) => plain(line.runs))

it('keeps the characters that a font has, and writes the numbers of others (OQ-244)', () => {
  expect(plain(runsOf('Zoë\n\u202eRao\u0000 ', latin))).toBe('Zoë Rao')
  expect(plain(runsOf('投 for 👩‍🚀 all \ud800', latin))).toBe('[U+6295] for [U+1F469][U+1F680] all ')
  expect(runsOf('', latin)).toEqual([])
})

it('splits a text by script, with joiners and dandas in the script before them (OQ-244)', () => {
  expect(runsOf('Smt. கௌரி தமிழ் 12 ಕ್\u200dಷ।', everything)).toEqual([
    { face: null, text: 'Smt. ' },
    { face: 'Tamil', text: 'கௌரி' },
    { face: null, text: ' ' },
    { face: 'Tamil', text: 'தமிழ்' },
    { face: null, text: ' 12 ' },
    { face: 'Kannada', text: 'ಕ್\u200dಷ।' },
  ])
  expect(scriptsIn('Smt. கௌரி محمد')).toEqual(new Set(['Tamil', 'Arabic']))
})

it('takes another font for what neither the plain font nor that of a script has (OQ-244)', () => {
  const has: HasGlyph = (face, point) =>
    face === 'sc' ? point > 0x4e00 : face === 'Tamil' ? point > 0xb80 && point < 0xc00 : latin(face, point)
  expect(charactersWithout('Li 王கௌ1\u200d王', has)).toEqual(['王', '王'])
  expect(runsOf('Li 王கௌ1', has, ['emoji', 'sc'])).toEqual([
    { face: null, text: 'Li ' },
    { face: 'sc', text: '王' },
    { face: 'Tamil', text: 'கௌ' },
    { face: null, text: '1' },
  ])
})

it('breaks lines after spaces and hyphens, and within a long word between letters as people see them', () => {
  expect(lines('one two-three four', 8)).toEqual(['one two-', 'three', 'four'])
  expect(lines('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl'])
  expect(lines('கொகொகொ', 4)).toEqual(['கொகொ', 'கொ'])
  expect(lines('', 7)).toEqual([''])
})

it('draws Arabic words from right to left, and the numbers between them as they are (OQ-244)', () => {
  expect(lines('Mr محمد علی 12 خان (2)', 100)).toEqual(['Mr خان 12 علی محمد (2)'])
})

it.each([
  ['شارع ١٢٣ بغداد', 'بغداد ١٢٣ شارع'],
  ['شارع ١٢٣', '١٢٣ شارع'],
  ['١٢٣ شارع', 'شارع ١٢٣'],
  ['خیابان ۴۵٫۶ تهران', 'تهران ۴۵٫۶ خیابان'],
  ['خیابان۴۵تهران', 'تهران۴۵خیابان'],
  ['No. ۴۵, Tehran', 'No. ۴۵, Tehran'],
  ['+91 98765 43210', '+91 98765 43210'],
  ['רחוב 12.5 תל אביב', 'אביב תל 12.5 רחוב'],
])('keeps numbers in %s from left to right (OQ-244)', (text, drawn) => {
  expect(lines(text, 100)).toEqual([drawn])
})

it.each([
  ['محمد (علی) خان', 'خان (علی) محمد'],
  ['محمد (علی)', '(علی) محمد'],
  ['(محمد) علی', '(محمد) علی'],
  ['محمد [علی {خان}] x', '[{خان} علی] محمد x'],
  ['Mr (محمد) Rao', 'Mr (محمد) Rao'],
  ['محمد (Ali) خان', 'محمد (Ali) خان'],
  ['محمد «علی» خان', 'خان «علی» محمد'],
])('mirrors the brackets of %s where it is reversed (OQ-244)', (text, drawn) => {
  expect(lines(text, 100)).toEqual([drawn])
})

it('takes the digits of Arabic from its font (OQ-244)', () => {
  const has: HasGlyph = (face, point) => (face === 'Arabic' ? point > 0x600 : latin(face, point))
  expect(charactersWithout('No. ١٢', has)).toEqual([])
  expect(runsOf('No. ١٢', has)).toEqual([
    { face: null, text: 'No. ' },
    { face: 'Arabic', text: '١٢' },
  ])
})
