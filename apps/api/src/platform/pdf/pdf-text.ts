/** Scripts with fonts of their own; everything else is drawn with the plain font. */
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
] as const
export type Script = (typeof scripts)[number]

/** A part of a text in one script; null for the plain font. */
export interface TextRun {
  script: Script | null
  text: string
}

/** Tells whether a font has a character. */
type HasGlyph = (script: Script | null, codePoint: number) => boolean

const missing = '?'
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

/**
 * Prepares a text: one line, no invisible marks, split by script, and "?" for each run of characters that no font has.
 */
export function runsOf(text: string, has: HasGlyph): TextRun[] {
  const runs: TextRun[] = []
  let isGap = false
  const append = (script: Script | null, part: string) => {
    const last = runs.at(-1)
    if (last && last.script === script) last.text += part
    else runs.push({ script, text: part })
  }
  for (const character of text
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()) {
    // The two joiners belong to the spelling of Indian scripts; direction marks, selectors and the like are invisible.
    if (/[\p{Cf}\p{Variation_Selector}\p{Cs}]/u.test(character) && !joiner.test(character)) continue
    const point = character.codePointAt(0) ?? 0
    const before = runs.at(-1)?.script ?? null
    const script = shared.test(character) ? before : scriptOf(character)
    const found = [script, null, before].find((one) => has(one, point))
    if (found !== undefined) append(found, character)
    else if (!isGap && !joiner.test(character)) append(null, missing)
    isGap = found === undefined
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
const ellipsis = '…'

/**
 * Breaks runs into lines: after spaces and hyphens, and within a word that is longer than a line.
 * @param most the max number of lines; a longer text ends with an ellipsis
 */
export function linesOf(runs: readonly TextRun[], width: number, measure: Measure, most: number): TextLine[] {
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
  const kept = lines.slice(0, Math.max(1, most))
  const last = kept.at(-1)
  if (last && kept.length < lines.length) kept[kept.length - 1] = shortened(last, width, measure)
  return kept.map((parts) => {
    const drawn = inVisualOrder(joined(withoutSpaceAtEnd(parts)))
    return { runs: drawn, width: widthOf(drawn) }
  })
}

/** Splits runs into words, each with the space after it. A word can have several runs. */
function wordsOf(runs: readonly TextRun[]): TextRun[][] {
  const words: TextRun[][] = []
  let isOpen = false
  for (const { script, text } of runs) {
    for (const part of text.match(/[^\s-]*[\s-]+|[^\s-]+/g) ?? []) {
      const run = { script, text: part }
      const word = isOpen ? words.at(-1) : undefined
      if (word) word.push(run)
      else words.push([run])
      isOpen = !/[\s-]$/.test(part)
    }
  }
  return words
}

function piecesOf({ script, text }: TextRun): TextRun[] {
  return [...graphemes.segment(text)].map(({ segment }) => ({ script, text: segment }))
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

/** Cuts a line so that an ellipsis fits after it. */
function shortened(parts: readonly TextRun[], width: number, measure: Measure): TextRun[] {
  const end = { script: null, text: ellipsis }
  const pieces = withoutSpaceAtEnd(parts).flatMap(piecesOf)
  while (pieces.length > 0 && [...pieces, end].reduce((sum, piece) => sum + measure(piece), 0) > width) {
    pieces.pop()
  }
  return [...withoutSpaceAtEnd(pieces), end]
}

/** Joins neighbours of the same script: letters change their shape beside others. */
function joined(parts: readonly TextRun[]): TextRun[] {
  const runs: TextRun[] = []
  for (const { script, text } of parts) {
    const last = runs.at(-1)
    if (last && last.script === script) last.text += text
    else runs.push({ script, text })
  }
  return runs
}

/**
 * Reverses stretches from right to left: from their first Arabic letter to their last, with the spaces and numbers in
 * between. The page itself reads from left to right.
 */
function inVisualOrder(runs: readonly TextRun[]): TextRun[] {
  const isRightToLeft = ({ script }: TextRun) => script === 'Arabic'
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
