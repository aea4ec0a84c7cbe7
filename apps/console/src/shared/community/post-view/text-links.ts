/** A segment of a text: plain, or a link with its target. */
interface TextPart {
  text: string
  href?: string
}

const address = /https?:\/\/[^\s<>"“”]+/giu

/**
 * Splits a text at its http and https URLs. The segments joined are the original text. Other schemes, and URLs that
 * browsers cannot parse, stay plain text.
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let done = 0
  for (const match of text.matchAll(address)) {
    const found = withoutSentenceEnd(match[0])
    const href = readAddress(found)
    if (href === undefined) continue
    if (match.index > done) parts.push({ text: text.slice(done, match.index) })
    parts.push({ text: found, href })
    done = match.index + found.length
  }
  if (done < text.length) parts.push({ text: text.slice(done) })
  return parts
}

const closing: Record<string, string> = { ')': '(', ']': '[', '}': '{' }

/** Excludes the punctuation that ends the sentence, or closes a bracket opened before the URL. */
function withoutSentenceEnd(found: string): string {
  const counts = new Map<string, number>()
  for (const sign of found) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  const countOf = (sign: string) => counts.get(sign) ?? 0
  let end = found.length
  while (end > 0) {
    const last = found.charAt(end - 1)
    const opening = closing[last]
    const belongs = opening ? countOf(opening) >= countOf(last) : !/[.,;:!?'’…*_~]/u.test(last)
    if (belongs) break
    counts.set(last, countOf(last) - 1)
    end -= 1
  }
  return found.slice(0, end)
}

function readAddress(found: string): string | undefined {
  if (!URL.canParse(found)) return undefined
  const { protocol, href } = new URL(found)
  return protocol === 'http:' || protocol === 'https:' ? href : undefined
}
