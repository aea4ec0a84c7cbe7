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

const ofScript = scripts.map((script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const)
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

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Reverses stretches from right to left: from their first Arabic or Hebrew letter to their last, with the spaces and numbers in
 * between. The page itself reads from left to right.
 */
function inVisualOrder(runs: readonly TextRun[]): TextRun[] {
  const isRightToLeft = ({ text }: TextRun) => rightToLeft.test(text)
  if (!runs.some(isRightToLeft)) return [...runs]
  const parts = [...runs]
  const drawn: TextRun[] = []
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]
    if (!part || !isRightToLeft(part)) {
      if (part) drawn.push(part)
      continue
    }
    let end = index
    for (let next = index + 1; next < parts.length; next++) {
      const other = parts[next]
      if (other && isRightToLeft(other)) end = next
      else if (other && !/^[\s\p{N}\p{P}]*$/u.test(other.text)) break
    }
    drawn.push(...parts.slice(index, end + 1).reverse())
    index = end
  }
  return drawn
}
