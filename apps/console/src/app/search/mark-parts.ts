import { searched } from '../../lib/searched-text.ts'

interface Part {
  text: string
  isMatch: boolean
}

/** How many digits of a phone are compared at most: a country code is written differently. */
const phoneDigits = 10

/** How much of a text is looked at: a hit is one line, and a screen shows no more of it. */
const lookedAt = 1_000

/**
 * Splits a text at the part that was searched for, in any case. Digits are found across the spaces of a phone.
 * @returns the whole text as one part if it does not contain the other
 */
export function markParts(text: string, typed: string): Part[] {
  const search = typed.trim().replace(/\s+/g, ' ')
  const digits = search.replace(/\D/g, '')
  const isNumber = digits.length > 3 && /^[+\d\s().-]+$/.test(search)
  const chars = [...text.slice(0, lookedAt)]
  const [from, until] =
    spanOf(chars, foldedChars(search)) ??
    (isNumber ? spanOf(chars, [...digits.slice(-phoneDigits)], /\d/) : undefined) ??
    []
  if (from === undefined || until === undefined) return [{ text, isMatch: false }]
  return [
    { text: chars.slice(0, from).join(''), isMatch: false },
    { text: chars.slice(from, until).join(''), isMatch: true },
    { text: chars.slice(until).join('') + text.slice(lookedAt), isMatch: false },
  ].filter((part) => part.text !== '')
}

const foldedChars = (text: string) => [...searched(text)]

/** Finds characters in others, of which only some count. @returns the place of the first, and after the last */
function spanOf(text: string[], search: string[], counts?: RegExp): [number, number] | undefined {
  // A letter can be compared as two, and a mark as none.
  const folded = text.flatMap((char, place) =>
    counts === undefined || counts.test(char) ? foldedChars(char).map((one) => ({ one, place })) : [],
  )
  for (let start = 0; search.length > 0 && start + search.length <= folded.length; start++) {
    if (search.every((char, offset) => folded[start + offset]?.one === char)) {
      let end = (folded[start + search.length - 1]?.place ?? 0) + 1
      // The accents of its last letter, where they are characters of their own.
      while (end < text.length && searched(text[end] ?? '') === '') end++
      return [folded[start]?.place ?? 0, end]
    }
  }
  return undefined
}
