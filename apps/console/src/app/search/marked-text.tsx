import { markParts } from './mark-parts.ts'

/** A text in which the part that was searched for is marked. */
export function MarkedText({ text: whole, typed }: { text: string; typed: string }) {
  return markParts(whole, typed).map(({ text, isMatch }, place) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    isMatch ? <mark key={place}>{text}</mark> : text,
  )
}
