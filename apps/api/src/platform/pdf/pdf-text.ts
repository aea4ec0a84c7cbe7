/** Scripts with fonts of their own; most else is drawn with the plain font. */
const scripts = [
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Arabic',
  'Ol_Chiki',
  'Meetei_Mayek',
] as const
export type Script = (typeof scripts)[number]

/** A part of a text in one font: that of a script or another one's name; null for the plain font. */
export interface TextRun {
  face: string | null
  text: string
}

/** Tells whether a font has a character. */
type HasGlyph = (face: string | null, codePoint: number) => boolean

/** Characters that Unicode gives to several scripts, and that only the font of one of them has. */
const alsoOf: Partial<Record<Script, string>> = { Arabic: '\\u0660-\\u066c\\u060c\\u061b\\u061f\\u0640' }
const ofScript = scripts.map(
  (script) => [script, new RegExp(`[\\p{Script=${script}}${alsoOf[script] ?? ''}]`, 'u')] as const,
)
/** Characters that several scripts share: joiners, marks, and the dandas that end a sentence. */
const shared = /\u200c|\u200d|\u0964|\u0965|\p{Script=Inherited}/u
const joiner = /\u200c|\u200d/

function scriptOf(character: string): Script | null {
  // Most texts are Latin.
  if (character < '\u0600') return null
  return ofScript.find(([, pattern]) => pattern.test(character))?.[0] ?? null
}

/** Returns the scripts of a text that need a font of their own. */
export function scriptsIn(text: string): Set<Script> {
  const found = new Set<Script>()
  for (const character of new Set(text)) {
    const script = scriptOf(character)
    if (script) found.add(script)
  }
  return found
}

/** Returns the characters of a text that neither the plain font nor that of their script has. */
export function charactersWithout(text: string, has: HasGlyph): string[] {
  return visible(text).filter((character) => {
    const point = character.codePointAt(0) ?? 0
    // Marks that scripts share belong to the letter before them.
    return !shared.test(character) && !has(null, point) && !has(scriptOf(character), point)
  })
}

/** Splits a text into its characters: one line, without invisible marks. */
function visible(text: string): string[] {
  const line = text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  // The two joiners belong to the spelling of Indian scripts; direction marks, selectors and the like are invisible.
  return [...line].filter(
    (character) => joiner.test(character) || !/[\p{Cf}\p{Variation_Selector}\p{Cs}]/u.test(character),
  )
}

/**
 * Prepares a text: one line, no invisible marks, split by font. A character that no font has is written by its number,
 * so that it can be looked up.
 * @param others fonts for what neither the plain font nor that of a script has
 */
export function runsOf(text: string, has: HasGlyph, others: readonly string[] = []): TextRun[] {
  const runs: TextRun[] = []
  const append = (face: string | null, part: string) => {
    const last = runs.at(-1)
    if (last && last.face === face) last.text += part
    else runs.push({ face, text: part })
  }
  for (const character of visible(text)) {
    const point = character.codePointAt(0) ?? 0
    const before = runs.at(-1)?.face ?? null
    const face = shared.test(character) ? before : scriptOf(character)
    const found = [face, null, before, ...others].find((one) => has(one, point))
    if (found !== undefined) append(found, character)
    else if (!joiner.test(character)) append(null, `[U+${point.toString(16).toUpperCase().padStart(4, '0')}]`)
  }
  return runs
}

/** Measures a run in points. */
type Measure = (run: TextRun) => number

/** One line, with its runs in the order in which they are drawn, from left to right. */
interface TextLine {
  runs: TextRun[]
  width: number
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Breaks runs into lines: after spaces and hyphens, and within a word that is longer than a line. */
export function linesOf(runs: readonly TextRun[], width: number, measure: Measure): TextLine[] {
  const lines: TextRun[][] = []
  let line: TextRun[] = []
  let used = 0
  const widthOf = (parts: readonly TextRun[]) => parts.reduce((sum, part) => sum + measure(part), 0)
  const begin = () => {
    lines.push(line)
    line = []
    used = 0
  }
  for (const word of wordsOf(runs)) {
    const wide = widthOf(word)
    const shown = widthOf(withoutSpaceAtEnd(word))
    if (used + shown <= width) {
      line.push(...word)
      used += wide
      continue
    }
    if (line.length > 0) begin()
    if (shown <= width) {
      line.push(...word)
      used = wide
      continue
    }
    for (const piece of word.flatMap(piecesOf)) {
      const pieceWidth = measure(piece)
      if (used + pieceWidth > width && line.length > 0) begin()
      line.push(piece)
      used += pieceWidth
    }
  }
  if (line.length > 0 || lines.length === 0) lines.push(line)
  return lines.map((parts) => {
    const drawn = inVisualOrder(joined(withoutSpaceAtEnd(parts)))
    return { runs: drawn, width: widthOf(drawn) }
  })
}

/** Splits runs into words, each with the space after it. A word can have several runs. */
function wordsOf(runs: readonly TextRun[]): TextRun[][] {
  const words: TextRun[][] = []
  let isOpen = false
  for (const { face, text } of runs) {
    for (const part of text.match(/[^\s-]*[\s-]+|[^\s-]+/g) ?? []) {
      const run = { face, text: part }
      const word = isOpen ? words.at(-1) : undefined
      if (word) word.push(run)
      else words.push([run])
      isOpen = !/[\s-]$/.test(part)
    }
  }
  return words
}

function piecesOf({ face, text }: TextRun): TextRun[] {
  return [...graphemes.segment(text)].map(({ segment }) => ({ face, text: segment }))
}

function withoutSpaceAtEnd(parts: readonly TextRun[]): TextRun[] {
  const kept = [...parts]
  for (let last = kept.at(-1); last; last = kept.at(-1)) {
    const text = last.text.trimEnd()
    if (text === last.text) break
    kept.pop()
    if (text) kept.push({ ...last, text })
  }
  return kept
}

/** Joins neighbours of the same font: letters change their shape beside others. */
function joined(parts: readonly TextRun[]): TextRun[] {
  const runs: TextRun[] = []
  for (const { face, text } of parts) {
    const last = runs.at(-1)
    if (last && last.face === face) last.text += text
    else runs.push({ face, text })
  }
  return runs
}

const rightToLeft =
  '[\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Syriac}\\p{Script=Thaana}\\p{Script=Nko}\\u0640\\u061b\\u061f]'
/** Only the digits of N'Ko run from right to left themselves. */
const digit = '(?![\\u07c0-\\u07c9])\\p{Nd}'
const tokens = new RegExp(
  [
    `(?<number>(?:${digit})+(?:[.,:/\\u066b\\u066c](?:${digit})+)*)`,
    `(?<letters>(?:(?!${digit})${rightToLeft}[\\p{M}\\u200c\\u200d]*)+)`,
    `(?<neutral>[\\s\\p{P}\\p{S}])`,
    `(?<other>(?:(?!${digit}|${rightToLeft})[^\\s\\p{P}\\p{S}])+|.)`,
  ].join('|'),
  'gu',
)
/** Numbers that begin a stretch from right to left: Arabic-Indic digits. Those of Persian and Urdu only go on with one. */
const arabicNumber = /[\u0660-\u0669]/
const numberAfterLetters = /[\u0660-\u0669\u06f0-\u06f9]/
const mirrored = new Map(
  ['()', '[]', '{}', '<>', '«»', '‹›', '⟨⟩', '「」', '『』'].flatMap(([open = '', close = '']) => [
    [open, close] as const,
    [close, open] as const,
  ]),
)
const opening = new Set(['(', '[', '{'])
const closing = new Set([')', ']', '}'])

interface Token extends TextRun {
  kind: 'number' | 'letters' | 'neutral' | 'other'
}

/**
 * Reverses stretches from right to left: from their first Arabic or Hebrew letter, or Arabic-Indic number, to their
 * last, with the spaces, signs and numbers in between. A number stays from left to right, a bracket is mirrored. The
 * page itself reads from left to right.
 * @see https://www.unicode.org/reports/tr9/ of which this has what names and addresses need
 */
function inVisualOrder(runs: readonly TextRun[]): TextRun[] {
  const parts = runs.flatMap(tokensOf)
  if (!parts.some(begins)) return [...runs]
  const drawn: Token[] = []
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] as Token
    if (!begins(part)) {
      drawn.push(part)
      continue
    }
    const end = endOfStretch(parts, index)
    const stretch = parts.slice(index, end + 1).reverse()
    drawn.push(...stretch.map((one) => ({ ...one, text: mirrored.get(one.text) ?? one.text })))
    index = end
  }
  return joinedTokens(drawn)
}

const begins = ({ kind, text }: Token) => kind === 'letters' || (kind === 'number' && arabicNumber.test(text))

/** Returns the index of the last token of a stretch. A pair of brackets belongs to it as a whole, or not at all. */
function endOfStretch(parts: readonly Token[], start: number): number {
  let end = start
  const opened: number[] = []
  for (let index = start; index < parts.length; index++) {
    const { kind, text } = parts[index] as Token
    if (kind === 'other') break
    if (kind === 'letters' || (kind === 'number' && numberAfterLetters.test(text))) end = index
    if (opening.has(text)) opened.push(index)
    if (!closing.has(text)) continue
    const open = opened.pop()
    // Its other half is on the left of the stretch.
    if (open === undefined) break
    if (end > open) end = index
  }
  return end
}

function tokensOf({ face, text }: TextRun): Token[] {
  return [...text.matchAll(tokens)].map(({ 0: part, groups = {} }) => {
    const kind = (['number', 'letters', 'neutral'] as const).find((name) => groups[name] !== undefined)
    return { face, text: part, kind: kind ?? 'other' }
  })
}

/** Joins neighbours of the same font again; letters from right to left are shaped alone. */
function joinedTokens(parts: readonly Token[]): TextRun[] {
  const runs: Token[] = []
  for (const part of parts) {
    const last = runs.at(-1)
    const isJoined = last?.face === part.face && last.kind !== 'letters' && part.kind !== 'letters'
    if (last && isJoined) last.text += part.text
    else runs.push({ ...part })
  }
  return runs.map(({ face, text }) => ({ face, text }))
}
